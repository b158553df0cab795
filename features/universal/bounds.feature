@omp @qwen @room @virtual
Feature: A server that never stops talking stops itself
  A list can go on for ever, page by page, each of them in time. Every documented
  runtime gives it up and goes on with the servers beside it.

  @D-22
  Rule: A list that is over a limit costs its own server and none beside it

    Scenario Outline: more definitions than are allowed: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail"
      And the switch "lists.items" is "1"
      And server "docs" offers the tools "a, b"
      When the runtime starts
      And 1h passes
      Then the tools of "mail" are offered and no others
      And server "docs" received "tools/list" 1 time

      Examples:
        | profile  |
        | omp      |
        | hardened |
        | modern   |
        | qwen     |
        | room     |

    Scenario Outline: pages that go on and on: <profile>
      Given the runtime of "<profile>" with the servers "mail"
      And server "docs" over stdio with this script:
        """yaml
        pageSize: 1
        tools: [t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16, t17, t18, t19, t20, t21, t22, t23, t24, t25, t26, t27, t28, t29, t30, t31, t32, t33, t34, t35, t36, t37, t38, t39, t40, t41, t42, t43, t44, t45, t46, t47, t48, t49, t50, t51, t52, t53, t54, t55, t56, t57, t58, t59, t60, t61]
        """
      And server "docs" answers "tools/list" after 4900ms
      When the runtime starts
      And 310s pass
      Then the tools of "mail" are offered and no others
      And server "docs" received "tools/list" <n> times

      Examples:
        | profile  | n  |
        | omp      | 62 |
        | hardened | 13 |
        | modern   | 62 |
        | qwen     | 7  |

  @D-27
  Rule: A server that says after each list that it has changed is not followed faster than once a second for long

    Scenario Outline: for ten seconds: <profile>
      Given the runtime of "<profile>" with the servers "docs, mail"
      And server "docs" follows these rules:
        """yaml
        - {when: {method: tools/list}, do: [answer, {notify: notifications/tools/list_changed}]}
        """
      When the runtime starts
      And 9900ms pass
      Then server "docs" received "tools/list" <n> times
      And the tools of "docs, mail" are offered and no others

      Examples:
        | profile  | n  |
        | omp      | 14 |
        | hardened | 10 |
        | modern   | 14 |
        | qwen     | 14 |
        | room     | 14 |
