package steps

import (
	"slices"

	"github.com/mcpsim/mcpsim/internal/gherkin"
)

// Vocabulary is the steps of features about clients.
func Vocabulary() gherkin.Source {
	return gherkin.Source{Resolvers: resolvers(), Steps: slices.Concat(
		agentsApprovalSteps(), agentsFaultSteps(), agentsFilterSteps(), agentsManagerSteps(), agentsNamesSteps(), agentsOrdersSteps(),
		agentsOwnerSteps(), agentsProgramSteps(), agentsSchemaSteps(), agentsSessionSteps(), agentsToolsSteps(), approvalSteps(), attemptSteps(),
		authSteps(), bareSteps(), cacheSteps(), callSteps(), clockSteps(), commandSteps(), conductSteps(), configurationSteps(),
		controlSteps(), credentialsSteps(), definitionSteps(), filesSteps(), integrationSteps(), logSteps(), networkSteps(),
		policySteps(), poolSteps(), processSteps(), profileSteps(), providerSteps(), reconcileSteps(), requestSteps(), resourceSteps(),
		roomSteps(), runtimeSteps(), serverCatalogueSteps(), serverSteps(), sessionLoaderSteps(), sessionSteps(),
		settingsSteps(), simplecallSteps(), startupSteps(), viewSteps(), wireSteps(), workspaceProgramSteps(),
		workspaceSteps(),
	)}
}
