package steps

// agents is what a scenario knows of servers that agents manage themselves.
type agents struct {
	policies []readPolicy // one for each order that was read
	reserved []string
	naming   naming
}
