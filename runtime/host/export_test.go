package host

// ManagerPolicy is what a manager needs of a policy.
var ManagerPolicy = Policy.managerPolicy
