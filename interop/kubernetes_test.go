package interop_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

var yamlBlocks = regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$")

// The Job in docs/shards.md is one that Kubernetes understands: every field exists, and each
// of its pods runs a shard of its own.
func TestKubernetesJob(t *testing.T) {
	page, err := os.ReadFile("../docs/shards.md")
	assert.NilError(t, err)
	var found []string
	for _, m := range yamlBlocks.FindAllStringSubmatch(string(page), -1) {
		if strings.Contains(m[1], "kind: Job") {
			found = append(found, m[1])
		}
	}
	assert.Equal(t, len(found), 1)
	var job batchv1.Job
	data, err := yaml.YAMLToJSONStrict([]byte(found[0]))
	assert.NilError(t, err)
	unknown, err := json.UnmarshalStrict(data, &job) // as Kubernetes reads, which tells cases apart
	assert.NilError(t, errors.Join(append(unknown, err)...))
	assert.Equal(t, job.APIVersion+" "+job.Kind, batchv1.SchemeGroupVersion.String()+" Job")
	assert.Equal(t, *job.Spec.CompletionMode, batchv1.IndexedCompletion)
	pod := job.Spec.Template.Spec
	assert.Equal(t, pod.RestartPolicy, corev1.RestartPolicyNever, "a Job takes Never and OnFailure")
	assert.Equal(t, len(pod.Containers), 1)
	container := pod.Containers[0]
	assert.Check(t, is.Contains(container.Args, fmt.Sprintf("auto/%d", *job.Spec.Completions)))
	report := container.Args[len(container.Args)-1]
	assert.Check(t, is.Contains(report, "$(JOB_COMPLETION_INDEX)"), "pods that write the same file")
	for _, mount := range container.VolumeMounts {
		assert.Check(t, is.Contains(report, "json:"+mount.MountPath+"/"))
		assert.Check(t, slices.ContainsFunc(pod.Volumes, func(v corev1.Volume) bool { return v.Name == mount.Name }), mount.Name)
	}
	assert.Assert(t, pod.SecurityContext != nil && pod.SecurityContext.FSGroup != nil)
	assert.Equal(t, *pod.SecurityContext.FSGroup, int64(65532), "the group of the image writes the results")
}
