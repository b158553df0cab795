@agents @virtual
Feature: Public names tell equal tools apart, in the same way every time
  A model knows a tool by one name. Where tools are named after their servers,
  the name must not depend on which server answered first: conversations that
  are resumed, approvals that are remembered and caches that are kept all speak
  of it.

  @OAI-74
  Rule: A tool named after its server has the same name whatever the order of servers and tools is

    Example: server and tool are joined
      When these tools get public names:
        | server | tool   |
        | docs   | search |
        | mail   | search |
        | mail   | send   |
      Then the public names are:
        | server | tool   | name             |
        | docs   | search | mcp_docs__search |
        | mail   | search | mcp_mail__search |
        | mail   | send   | mcp_mail__send   |

    Example: both of two servers whose names look alike get a hash
      When these tools get public names:
        | server | tool         |
        | foo    | create_issue |
        | foo!   | create_issue |
        | bar    | create_issue |
      Then the public names are:
        | server | tool         | name                           |
        | foo    | create_issue | mcp_foo__create_issue_b2b06633 |
        | foo!   | create_issue | mcp_foo__create_issue_48819d22 |
        | bar    | create_issue | mcp_bar__create_issue          |

    Example: a name that is reserved ends in a hash
      Given the public name "mcp_docs__search" is reserved
      When these tools get public names:
        | server | tool   |
        | docs   | search |
        | docs   | read   |
      Then the public names are:
        | server | tool   | name                      |
        | docs   | search | mcp_docs__search_15de6fa1 |
        | docs   | read   | mcp_docs__read            |

    Example: characters that models do not take are replaced, names of nothing else get a word
      When these tools get public names:
        | server    | tool    |
        | my docs!  | rd-file |
        | ?         | !       |
        | _private- | __all__ |
      Then the public names are:
        | server    | tool    | name                 |
        | my docs!  | rd-file | mcp_my_docs__rd-file |
        | ?         | !       | mcp_server__tool     |
        | _private- | __all__ | mcp_private__all     |

    Example: 64 characters fit, 65 are cut and end in a hash
      When these tools get public names:
        | server | tool                                                    |
        | docs   | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa  |
        | docs   | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa |
      Then the public names are:
        | server | tool                                                    | name                                                             |
        | docs   | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa  | mcp_docs__aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa |
        | docs   | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | mcp_docs__aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_c7cf4a83 |

    Example: the ends of what models take, and what comes before and after
      When these tools get public names:
        | server | tool                |
        | docs   | azAZ09-_x           |
        | docs   | p`q{r@s[t/u:v       |
        | docs   | é                   |
      Then the public names are:
        | server | tool                | name                      |
        | docs   | azAZ09-_x           | mcp_docs__azAZ09-_x       |
        | docs   | p`q{r@s[t/u:v       | mcp_docs__p_q_r_s_t_u_v   |
        | docs   | é                   | mcp_docs__tool            |

    Example: a name is not cut between a word and the hash
      When these tools get public names:
        | server | tool                                                              |
        | docs   | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_bbbbbbbbbbbbbbbbbbbb |
      Then the public names are:
        | server | tool                                                              | name                                                            |
        | docs   | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_bbbbbbbbbbbbbbbbbbbb | mcp_docs__aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_e522f54c |

    Example: a name with a hash is reserved, too
      Given the public names "mcp_docs__search, mcp_docs__search_15de6fa1" are reserved
      When these tools get public names:
        | server | tool   |
        | docs   | search |
      Then the public names are:
        | server | tool   | name                      |
        | docs   | search | mcp_docs__search_842ab2fc |

    Example: both that and the next one are reserved
      Given the public names "mcp_docs__search, mcp_docs__search_15de6fa1, mcp_docs__search_842ab2fc" are reserved
      When these tools get public names:
        | server | tool   |
        | docs   | search |
      Then the public names are:
        | server | tool   | name                      |
        | docs   | search | mcp_docs__search_9ff29633 |

    Example: a tool is called as another is after it got a hash
      Given the public name "mcp_docs__search" is reserved
      When these tools get public names:
        | server | tool            |
        | docs   | search_15de6fa1 |
        | docs   | search          |
      Then the public names are:
        | server | tool            | name                               |
        | docs   | search          | mcp_docs__search_15de6fa1          |
        | docs   | search_15de6fa1 | mcp_docs__search_15de6fa1_c0afd316 |
