@agents @virtual
Feature: A list of tools ends, whatever the server says
  Each page may take as long as a request may, and the next page is always one more
  request. All pages together have a deadline of their own.

  @D-22
  Rule: All pages of a list together have a deadline

    Scenario Outline: <kind>
      Given server "docs" over <kind> with this script:
        """yaml
        pageSize: 1
        tools: [t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16, t17, t18, t19, t20, t21, t22, t23, t24, t25, t26, t27, t28, t29, t30, t31, t32, t33, t34, t35, t36, t37, t38, t39, t40, t41, t42, t43, t44, t45, t46, t47, t48, t49, t50, t51, t52, t53, t54, t55, t56, t57, t58, t59, t60, t61]
        """
      And the manager has connected its servers
      And server "docs" answers "tools/list" after 4900ms
      When the program sends "tools/list" to server "docs"
      And 1h passes
      Then operation 2 ended at 300s
      And operation 2 was caused by "listing with tools/list: not all pages came within 5m0s, only 61; the limit is the switch lists.time"

      Examples:
        | kind  |
        | stdio |
        | http  |
