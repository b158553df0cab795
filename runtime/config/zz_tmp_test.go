package config
import ("testing";"fmt";"strings";"time")
func TestTT(t *testing.T){
 for _, in := range []string{"# c\n[mcp_servers.docs]\ncommand = 'npx'\nargs = [\n \"a\", \"b\" ]\nenv = { A = \"x\", B.c = 1 }\n[mcp_servers.docs.env_http_headers]\nX=\"Y\"\n[mcp_servers]\nmail.url=\"http://x\"\nmail.tool_timeout_sec=1.5\n", "[[mcp_servers]]\nx=1\n", "mcp_servers=1","a = {", "[a]\n[a]", "a.b=1\na.b.c=2", "x = [[1],[2,{y=3}]]\nmcp_servers.a.command=1979-05-27\nmcp_servers.a.enabled=inf"} {
  s,p,err:=Codex.Parse("f.toml",[]byte(in)); fmt.Println(fmt.Sprintf("%q",in)); for _,x:=range s {fmt.Println("  ",x, x.Env,x.Headers,x.Source, x.Args)}; fmt.Println(p,err)
 }
 for _, in := range []string{strings.Repeat("[",1000000), "x="+strings.Repeat("[",1000000), "a"+strings.Repeat(".a",9999)+"=1", "["+strings.Repeat("a.",200)+"a]", strings.Repeat("a.",4000000)+"a=1", "x="+strings.Repeat("{a=",50000)} {
  b:=time.Now(); _,_,err:=Codex.Parse("f",[]byte(in)); e:=fmt.Sprint(err); fmt.Println(e[:min(len(e),150)], time.Since(b)) }
 var sb strings.Builder; for i:=range 400000 {fmt.Fprintf(&sb,"[mcp_servers.a%d]\ncommand='x'\n",i)}
 b:=time.Now(); s,_,err:=Codex.Parse("f",[]byte(sb.String())); fmt.Println(len(s),err,sb.Len(),time.Since(b))
 sb.Reset(); for i:=range 400000 {fmt.Fprintf(&sb,"[a.b%d.c]\n",i)}
 b=time.Now(); s,_,err=Codex.Parse("f",[]byte(sb.String())); fmt.Println(len(s),err,sb.Len(),time.Since(b))
}
