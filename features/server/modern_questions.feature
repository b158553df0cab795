@target @modern
Feature: A modern server asks for what a client can give
  A form is filled in by a person, a URL opened by one, and a state carried by a program
  that does not know what is in it.

  @M-MRTR-14 @MUST
  Rule: No form asks for a secret
    Spec: 2026-07-28 client/elicitation, User Interaction Model
    Fix: ask for passwords, keys and tokens in the mode url

    Example: every form
      Given a request that asks a user
      Then no form asks for what is called like a secret

  @M-MRTR-15 @MUST
  Rule: A URL that a user is sent to is one
    Spec: 2026-07-28 client/elicitation, URL Mode Elicitation Requests
    Fix: give an absolute URL, with https, and no credentials in it

    Example: every URL
      Given a request that asks a user
      Then every URL is absolute, and has no credentials in it

    @SHOULD
    Example: every URL is encrypted
      Fix: give URLs with https

      Given a request that asks a user
      Then every URL is one of https

  @M-MRTR-17 @MAY
  Rule: A requestState is small
    Spec: robustness; bodies and headers have limits
    Fix: keep the state below 64 KiB

    Example: every state
      Given a request that asks for input, and gives a state
      Then every state is smaller than 65536 bytes
