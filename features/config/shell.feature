@omp @virtual
Feature: Commands of definitions run in the system's shell and leave nothing behind
  A command is written for a shell, so it gets one. It may print too much, wait for
  input, fail, or start something that stays: none of that holds a server up, and
  nothing that was printed gets into a message.

  @X-CFG-13
  Rule: The shell gets the command as it is written, the project's directory, the runtime's environment and no input

    Example: quotes are the shell's
      Given the environment variable "HOME" is "/home/me"
      And the command "get-token --of 'me'" prints "tok-one"
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!get-token --of 'me'"
      When the runtime starts
      Then run 1 of the command "get-token --of 'me'" was started with:
        | what          | value                   |
        | command       | /bin/sh                 |
        | arguments     | -c, get-token --of 'me' |
        | directory     | /project                |
        | variable HOME | /home/me                |
      And "initialize" number 1 to server "docs" has the header "X-Token" set to "tok-one"

  @X-CFG-13
  Rule: What a command prints counts up to 65,536 bytes, and what it prints to stderr does not

    Example: as much as may be
      Given the command "get-token" prints 65536 bytes
      And server "docs" over stdio
      And server "docs" is defined with the variable "TOKEN" set to "!get-token"
      When the runtime starts
      Then server "docs" is connected
      And the log has 0 records of "docs" with "left out"

    Example: one byte more
      Given the command "get-token" prints 65537 bytes
      And server "docs" over stdio
      And server "docs" is defined with the variable "TOKEN" set to "!get-token"
      When the runtime starts
      Then process 1 of server "docs" was started with:
        | what           | value     |
        | variable TOKEN | (not set) |
      And the log has 1 record of "docs" that ends with "env.TOKEN is left out: the command printed more than 65536 bytes"
      And the command "get-token" is not running

    Example: a long complaint
      Given the command "get-token" prints 100000 bytes to stderr
      And server "docs" over stdio
      And server "docs" is defined with the variable "TOKEN" set to "!get-token"
      When the runtime starts
      Then process 1 of server "docs" was started with:
        | what           | value |
        | variable TOKEN | tok   |

  @X-CFG-13
  Rule: A command that cannot be started, or whose output does not end, costs its value and nothing else

    Example: there is no shell
      Given the command "get-token" finds no shell
      And server "docs" over stdio
      And server "docs" is defined with the variable "TOKEN" set to "!get-token"
      When the runtime starts
      Then server "docs" is connected
      And the log has 1 record of "docs" that ends with "env.TOKEN is left out: starting the shell: exec: "/bin/sh": executable file not found in $PATH"

    Example: it has started something that keeps its output open
      Given the command "get-token" prints "tok-one" and leaves a process that keeps its output open
      And server "docs" over stdio
      And server "docs" is defined with the variable "TOKEN" set to "!get-token"
      When the runtime starts
      And the clock reaches 9999ms
      Then server "docs" was started 0 times
      When the clock reaches 10s
      Then server "docs" was started 1 time
      And the log has 1 record of "docs" that ends with "env.TOKEN is left out: the command took longer than 10000ms"

  @X-CFG-13
  Rule: The shell of the machine does the same

    Scenario Outline: <command>
      Given programs are those of this machine
      And the environment variable "PATH" is "/bin:/usr/bin"
      And the environment variable "WORD" is "one two"
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!<command>"
      When the runtime starts
      Then "initialize" number 1 to server "docs" has the header "X-Token" set to "<token>"
      And the log has 0 records of "docs" with "left out"

      Examples:
        | command                               | token      |
        | echo tok-$WORD                        | tok-one two |
        | echo; echo ' tok '; echo; echo no >&2 | tok        |
        | basename $PWD                         | project    |
        | cat; echo tok                         | tok        |
        | sleep 1000 & echo tok                 | tok        |
        | env -u PWD -u OLDPWD -u _ -u SHLVL env \| sort \| tr '\n' ' ' | PATH=/bin:/usr/bin WORD=one two |

    Scenario Outline: without a value: <command>
      Given programs are those of this machine
      And the environment variable "PATH" is "/bin:/usr/bin"
      And server "docs" over http
      And server "docs" is defined with the header "X-Token" set to "!<command>"
      When the runtime starts
      Then "initialize" number 1 to server "docs" has no header "X-Token"
      And the log has 1 record of "docs" that ends with "headers.X-Token is left out: <why>"

      Examples:
        | command           | why                                     |
        | echo tok; exit 3  | the command exited with code 3          |
        | no-such-program   | the command exited with code 127        |
        | yes               | the command printed more than 65536 bytes |
        | kill -9 $$        | waiting for the command: signal: killed |

  @X-CFG-13
  Rule: When nobody waits for a server any more, its commands end and no other one is begun

    Example: two commands, and the server is disconnected during the first
      Given the command "get-one" prints "tok-one" after 2s
      And the command "get-two" prints "tok-two"
      And server "docs" over stdio
      And server "docs" is defined with the variable "A" set to "!get-one"
      And server "docs" is defined with the variable "B" set to "!get-two"
      When the runtime starts
      And the clock reaches 1s
      Then the command "get-one" is running
      When all servers are disconnected
      Then the command "get-one" is not running
      And the command "get-two" was run 0 times
      And server "docs" was started 0 times

    Example: a command that several values ask for is run once, also by the next connection
      Given the command "get-one" prints "tok-one" after 2s
      And servers "docs, mail" over stdio
      And server "docs" is defined with the variable "A" set to "!get-one"
      And server "docs" is defined with the variable "B" set to "!get-one"
      And server "mail" is defined with the variable "A" set to "!get-one"
      When the runtime starts
      And the clock reaches 2s
      Then the command "get-one" was run 1 time
      When server "docs" is reconnected
      Then the command "get-one" was run 1 time
      And process 2 of server "docs" was started with:
        | what       | value   |
        | variable A | tok-one |
        | variable B | tok-one |
