@target @modern
Feature: A modern server offers resources and prompts
  What a client reads it gives to a model, or to a program that expects bytes. What the
  server did not offer must stay where it is.

  @M-RES-01 @SHOULD
  Rule: Reading a resource that does not exist is refused with error -32602
    Spec: 2026-07-28 server/resources, Error Handling
    Fix: answer with error -32602, with the uri in its data

    @MUST
    Example: it is given nothing
      Given a connection
      And the server declares "resources"
      When the request "resources/read" is sent with:
        """json
        {"uri": "mcpsim://no/such/resource"}
        """
      Then the answer is an error

    Example: the code
      Given a connection
      And the server declares "resources"
      When the request "resources/read" is sent with:
        """json
        {"uri": "mcpsim://no/such/resource"}
        """
      Then the answer is the error -32602

    @MAY
    Example: what a template makes of a name that nothing has
      Given a connection
      When of each template what has no such name is read
      Then no empty list of contents was read
      And no content was a word for nothing

    Example: what a template makes of a name that nothing has, in the code
      Fix: tell a name that nothing has from a failure: answer with error -32602

      Given a connection
      When of each template what has no such name is read
      Then none is refused as a failure of the server

    Example: what a template makes of a name that nothing has, in a text
      Fix: answer with error -32602 instead of a text that says so

      Given a connection
      When of each template what has no such name is read
      Then no content says that nothing is there

  @M-RES-03 @MUST
  Rule: Contents are text or base64, images and audio have a MIME type
    Spec: 2026-07-28 server/resources, Resource Contents
    Fix: give text in text, and all else as standard base64 in blob or data

    Example: all that can be read
      Given a connection
      When every resource is read
      And the tools that may be called are called
      Then every content is text, or base64

  @M-RES-04 @MUST
  Rule: A path that leads out of what is offered is refused
    Spec: 2026-07-28 server/resources, Security Considerations
    Fix: resolve paths before you compare them with what you offer

    Example: the password file
      Given a connection
      And the server declares "resources"
      And the server has a resource with a file URI, or a template
      When a file outside is asked for by a path that leads upwards
      Then the file is not given out

  @M-FORM-04 @MUST
  Rule: A resource is described by members that are there, each of its type
    Spec: 2026-07-28 server/resources, Data Types
    Fix: give every resource a uri and a name, every template a uriTemplate and a name

    Scenario Outline: <list>
      Given a connection
      And the server declares "resources"
      When the list "<list>" is read to its end
      Then every item of the list has what it needs, each of its type

      Examples:
        | list                     |
        | resources/list           |
        | resources/templates/list |

  @M-FORM-05 @MUST
  Rule: What is read of a resource is a list of contents, each with its URI
    Spec: 2026-07-28 server/resources, Reading Resources
    Fix: answer with contents, an array of objects with uri, and text or blob

    Example: all resources
      Given a connection
      And the server declares "resources"
      When every resource is read
      Then each resource is answered, and each result has what it needs, each of its type

  @M-RES-08 @SHOULD
  Rule: Reading a resource returns that resource
    Spec: 2026-07-28 server/resources, Reading Resources; schema, Resource
    Fix: answer with the uri that was asked for and the mimeType of the list; leave size out where you do not know it

    Example: all resources
      Given a connection
      And the server declares "resources"
      When every resource is read
      Then what was read is what was asked for

    Example: as many bytes as are listed
      Given a connection
      And the server declares "resources"
      When every resource is read
      Then what was read has the size that is listed

    @MAY
    Example: of the type that is listed
      Given a connection
      And the server declares "resources"
      When every resource is read
      Then what was read has the MIME type that is listed

    @MAY
    Example: none is refused
      Fix: list only what can be read: a resource that is gone leaves the list

      Given a connection
      And the server declares "resources"
      When every resource is read
      Then none of what is listed was refused

    @MAY
    Example: it is read once more
      Fix: read a resource anew for each request; do not use up what it is read from

      Given a connection
      And the server declares "resources"
      When every resource is read
      Then what was read can be read again

    @MAY
    Example: what templates stand for
      Fix: take every value of a variable that the template allows, decoded

      Given a connection
      And the server declares "resources"
      When every resource is read
      Then of no template was all refused that it stands for
      And of no template was all refused that has a slash in its value

  @M-PRM-01 @SHOULD
  Rule: Getting a prompt that does not exist is refused with error -32602
    Spec: 2026-07-28 server/prompts, Error Handling
    Fix: answer with error -32602, also if a required argument is missing

    @MUST
    Example: it is answered
      Spec: 2026-07-28 basic, Messages; JSON-RPC 2.0, Response object
      Fix: answer every request, with an error where there is nothing else to say, and outlive it

      Given a connection
      And the server declares "prompts"
      When the request "prompts/get" is sent with:
        """json
        {"name": "mcpsim_no_such_prompt"}
        """
      Then it is answered, if only with an HTTP error

    Example: a prompt of nobody
      Given a connection
      And the server declares "prompts"
      When the request "prompts/get" is sent with:
        """json
        {"name": "mcpsim_no_such_prompt"}
        """
      Then the answer is the error -32602

    Scenario Outline: <name>, which objects of JavaScript have
      Given a connection
      And the server declares "prompts"
      And no prompt is called "<name>"
      When the request "prompts/get" is sent with:
        """json
        {"name": "<name>"}
        """
      Then the answer is the error -32602

      Examples:
        | name        |
        | constructor |
        | __proto__   |

    Example: required arguments are missing
      Given a connection
      And the server declares "prompts"
      When each prompt with required arguments is asked for without them
      Then each of them is refused with the error -32602
