@target
Feature: A server publishes what others can read
  Schemas and metadata are made by one program and read by many. What is malformed
  there makes some clients drop the tool, and others the whole list.

  @BASE-26 @MUST
  Rule: Keys of _meta are well-formed, and none usurps a reserved prefix
    Spec: 2025-11-25 basic, General fields
    Fix: name your keys name or com.example/name, under a domain of yours

    @last
    Example: their form
      Given a session
      And the revision is "2025-06-18" or later
      And everything that the server offers has been used
      Then in the whole run every key of every _meta was well-formed

    @MAY @last
    Example: reserved prefixes
      Given a session
      And the revision is "2025-06-18" or later
      And everything that the server offers has been used
      Then in the whole run no key of a _meta had a reserved prefix

  @BASE-27 @MUST
  Rule: Every published schema is valid in its dialect
    Spec: 2025-11-25 basic, JSON Schema Usage
    Fix: check your schemas against 2020-12, or name their dialect in $schema

    Example: the tools
      Given a session
      And the server declares "tools"
      And the revision is "2025-11-25" or later
      When the list "tools/list" is read to its end
      Then every schema is valid in its dialect

    @SHOULD
    Example: references
      Fix: let every $ref lead to a place within its own schema

      Given a session
      And the server declares "tools"
      And the revision is "2025-11-25" or later
      When the list "tools/list" is read to its end
      Then no reference in a schema leads nowhere

    @SHOULD
    Example: patterns
      Fix: write patterns as JavaScript has them: other dialects have constructs that clients cannot read

      Given a session
      And the server declares "tools"
      And the revision is "2025-11-25" or later
      When the list "tools/list" is read to its end
      Then every pattern in a schema can be read
