@target
Feature: A server offers resources
  What a client reads it gives to a model, or to a program that expects bytes. What
  the server did not offer must stay where it is.

  @RES-01 @SHOULD
  Rule: Reading a resource that does not exist is refused with error -32002
    Spec: 2025-11-25 server/resources, Error Handling
    Fix: answer with error -32002

    @MUST
    Example: it is answered
      Spec: 2025-11-25 basic, Messages; JSON-RPC 2.0, Response object
      Fix: answer every request, with an error where there is nothing else to say, and outlive it

      Given a session
      And the server declares "resources"
      When the request "resources/read" is sent with:
        """json
        {"uri": "mcpsim://no/such/resource"}
        """
      Then it is answered, if only with an HTTP error

    Example: a resource of nobody
      Given a session
      And the server declares "resources"
      When the request "resources/read" is sent with:
        """json
        {"uri": "mcpsim://no/such/resource"}
        """
      Then the answer is the error -32002

    @MAY
    Example: what a template makes of a name that nothing has
      Given a session
      When of each template what has no such name is read
      Then no empty list of contents was read
      And no content was a word for nothing

    Example: what a template makes of a name that nothing has, in the code
      Fix: tell a name that nothing has from a failure: answer with error -32002

      Given a session
      When of each template what has no such name is read
      Then none is refused as a failure of the server

    Example: what a template makes of a name that nothing has, in a text
      Fix: answer with error -32002 instead of a text that says so

      Given a session
      When of each template what has no such name is read
      Then no content says that nothing is there

    Scenario Outline: <uri>, which objects of JavaScript have
      Fix: look URIs up in a Map, or with Object.hasOwn

      Given a session
      And the server declares "resources"
      When the request "resources/read" is sent with:
        """json
        {"uri": "<uri>"}
        """
      Then the answer is an error

      Examples:
        | uri         |
        | constructor |
        | __proto__   |

    Example: what a template makes of a name that objects have
      Fix: look names up where only your own are: in a Map, or with Object.hasOwn

      Given a session
      When of each template what has no such name is read
      Then nothing is read either by a name that all objects have

  @RES-03 @MUST
  Rule: Contents are text or base64, images and audio have a MIME type
    Spec: 2025-11-25 server/resources, Resource Contents; server/tools, Tool Result
    Fix: encode blob and data with the standard base64 alphabet and padding; set mimeType for images and audio

    Example: all that can be read
      Given a session
      When every resource is read
      And the tools that may be called are called
      Then every content is text, or base64

    @last
    Example: the contents of all checks
      Given everything that the server offers has been used
      Then in the whole run every content was text, or base64

  @RES-04 @MUST
  Rule: A path that leads out of what is offered is refused
    Spec: 2025-11-25 server/resources, Security Considerations
    Fix: clean the decoded path of a URI and refuse what is not below your roots

    Example: the password file
      Given a session
      And the server declares "resources"
      And the server has a resource with a file URI, or a template
      When a file outside is asked for by a path that leads upwards
      Then the file is not given out

  @RES-06 @MUST
  Rule: A resource is described by members that are there, each of its type
    Spec: 2025-11-25 server/resources, Data Types
    Fix: give every resource a uri with a scheme and a name, and every template a uriTemplate and a name

    Scenario Outline: <list>
      Given a session
      And the server declares "resources"
      When the list "<list>" is read to its end
      Then every item of the list has what it needs, each of its type

      Examples:
        | list                     |
        | resources/list           |
        | resources/templates/list |

    @last
    Example: the lists of all checks
      Given everything that the server offers has been used
      Then in the whole run every resource and template that was listed had what it needs, each of its type

    @last
    Example: the pages of templates of all checks
      Given everything that the server offers has been used
      Then in the whole run every page of templates was a list of objects

  @RES-07 @MUST
  Rule: What is read of a resource is a list of contents, each with its URI
    Spec: 2025-11-25 server/resources, Reading Resources
    Fix: answer resources/read with contents, each with its uri, and text or blob

    Example: all resources
      Given a session
      And the server declares "resources"
      When every resource is read
      Then each resource is answered, and each result has what it needs, each of its type

    @last
    Example: the readings of all checks
      Given everything that the server offers has been used
      Then in the whole run every result of resources/read had what it needs, each of its type

  @RES-08 @SHOULD
  Rule: Reading a resource returns that resource
    Spec: 2025-11-25 server/resources, Reading Resources; schema, Resource
    Fix: return the contents of the URI that was asked for, or of what is below it, with its uri and the mimeType of the list; leave size out where you do not know it

    Example: all resources
      Given a session
      And the server declares "resources"
      When every resource is read
      Then what was read is what was asked for

    Example: as many bytes as are listed
      Given a session
      And the server declares "resources"
      When every resource is read
      Then what was read has the size that is listed

    @MAY
    Example: of the type that is listed
      Given a session
      And the server declares "resources"
      When every resource is read
      Then what was read has the MIME type that is listed

    @MAY
    Example: none is refused
      Fix: list only what can be read: a resource that is gone leaves the list

      Given a session
      And the server declares "resources"
      When every resource is read
      Then none of what is listed was refused

    @MAY
    Example: it is read once more
      Fix: read a resource anew for each request; do not use up what it is read from

      Given a session
      And the server declares "resources"
      When every resource is read
      Then what was read can be read again

    @MAY
    Example: what templates stand for
      Fix: take every value of a variable that the template allows, decoded

      Given a session
      And the server declares "resources"
      When every resource is read
      Then of no template was all refused that it stands for
      And of no template was all refused that has a slash in its value
