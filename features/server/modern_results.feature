@target @modern
Feature: A modern server's answers say what they are
  A client reads resultType first, and a cache reads how long and for whom. Codes of
  errors decide whether a client tries again, falls back or gives up.

  @M-BASE-16 @MUST
  Rule: Every result has a resultType
    Spec: 2026-07-28 basic, ResultType
    Fix: put "resultType": "complete" into every result that is final

    @last
    Example: the results of all checks
      Given everything that the server offers has been used
      Then in the whole run every result named its type

  @M-BASE-17 @MUST
  Rule: The resultType is complete, input_required, or that of an extension of both sides
    Spec: 2026-07-28 basic, ResultType
    Fix: answer with complete or input_required to clients that declare no extension

    @last
    Example: the results of all checks
      Given everything that the server offers has been used
      Then in the whole run every type of a result was one that the client knows

  @M-BASE-23 @SHOULD
  Rule: Every result says which server it is from
    Spec: 2026-07-28 basic, _meta
    Fix: put name and version under io.modelcontextprotocol/serverInfo into the _meta of every result

    @last
    Example: the results of all checks
      Given everything that the server offers has been used
      Then in the whole run every result named the server

  @M-BASE-18 @MUST
  Rule: Codes that are reserved for the specification are those that it defines
    Spec: 2026-07-28 basic, Error Codes
    Fix: use no code from -32099 to -32020 but -32020, -32021 and -32022

    @last
    Example: the errors of all checks
      Given everything that the server offers has been used
      Then in the whole run no error had a code that is reserved for the specification

  @M-BASE-19 @MUST
  Rule: Codes of earlier revisions are used no more
    Spec: 2026-07-28 basic, Error Codes
    Fix: use -32602 instead of -32002, and ask with input_required instead of -32042

    @last
    Example: the errors of all checks
      Given everything that the server offers has been used
      Then in the whole run no error had a code of an earlier revision

  @M-BASE-20 @SHOULD
  Rule: Codes from -32019 to -32000 are not used
    Spec: 2026-07-28 basic, Error Codes
    Fix: use the codes of JSON-RPC, those of MCP, or codes outside -32768 to -32000

    @last
    Example: the errors of all checks
      Given everything that the server offers has been used
      Then in the whole run no error had a code without a meaning

  @M-BASE-37 @SHOULD
  Rule: An error says in one sentence what is wrong
    Spec: 2026-07-28 schema, Error (a concise single sentence)
    Fix: put stack traces and details into data, or leave them out

    @last
    Example: the errors of all checks
      Given everything that the server offers has been used
      Then in the whole run every error said in one short sentence what was wrong

  @M-CACHE-01 @MUST
  Rule: What may be kept says for how long and for whom
    Spec: 2026-07-28 server/utilities/caching, Cacheable Results
    Fix: put ttlMs and cacheScope into the results of server/discover, of the lists and of resources/read

    @last
    Example: the results of all checks
      Given everything that the server offers has been used
      Then in the whole run every result that may be kept said for how long and for whom

  @M-CACHE-02 @MUST
  Rule: ttlMs is a number of milliseconds, cacheScope public or private
    Spec: 2026-07-28 server/utilities/caching, Cacheable Model
    Fix: ttlMs is an integer and not negative; when in doubt use 0 and private

    @last
    Example: the results of all checks
      Given everything that the server offers has been used
      Then in the whole run every ttlMs was a number of milliseconds, and every cacheScope public or private

  @M-CACHE-03 @MAY
  Rule: A question says nothing of how long it may be kept
    Spec: 2026-07-28 server/utilities/caching, Cacheable Results
    Fix: leave ttlMs and cacheScope out of results of the type input_required

    @last
    Example: the results of all checks
      Given everything that the server offers has been used
      Then in the whole run no question said how long it may be kept

  @M-CACHE-04 @MAY
  Rule: Nothing is kept for more than a day
    Spec: robustness; clients cap ttlMs there
    Fix: use a ttlMs of 86400000 at most

    @last
    Example: the results of all checks
      Given everything that the server offers has been used
      Then in the whole run no result was to be kept for more than a day
