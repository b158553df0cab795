package host

// ManagerPolicy is what a manager needs of a policy.
var ManagerPolicy = Policy.managerPolicy

// Random is what waits are jittered with where a program brings nothing of its own.
var Random = random
