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
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

var yamlBlocks = regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$")

// manifests are what docs/shards.md shows for Kubernetes, each read as Kubernetes reads it:
// every field exists, and cases count.
func manifests(t *testing.T) (out []any) {
	t.Helper()
	page, err := os.ReadFile("../docs/shards.md")
	assert.NilError(t, err)
	for _, block := range yamlBlocks.FindAllStringSubmatch(string(page), -1) {
		if !strings.Contains(block[1], "\nkind: ") {
			continue
		}
		for text := range strings.SplitSeq(block[1], "---\n") {
			out = append(out, manifest(t, text))
		}
	}
	return out
}

func manifest(t *testing.T, text string) any {
	t.Helper()
	data, err := yaml.YAMLToJSONStrict([]byte(text))
	assert.NilError(t, err)
	var kind metav1.TypeMeta
	assert.NilError(t, json.UnmarshalCaseSensitivePreserveInts(data, &kind))
	one := map[string]any{
		"batch/v1 Job": &batchv1.Job{}, "apps/v1 Deployment": &appsv1.Deployment{}, "v1 Service": &corev1.Service{},
	}[kind.APIVersion+" "+kind.Kind]
	assert.Assert(t, one != nil, "%s %s", kind.APIVersion, kind.Kind)
	unknown, err := json.UnmarshalStrict(data, one)
	assert.NilError(t, errors.Join(append(unknown, err)...))
	return one
}

// named is the manifest of a kind with a name.
func named[T metav1.Object](t *testing.T, name string) (found T) {
	t.Helper()
	for _, m := range manifests(t) {
		if one, ok := m.(T); ok && one.GetName() == name {
			return one
		}
	}
	t.Fatalf("there is no %T %s", found, name)
	return found
}

// onlyContainer is the container of a pod, whose volumes are all there.
func onlyContainer(t *testing.T, pod corev1.PodSpec) corev1.Container {
	t.Helper()
	assert.Equal(t, len(pod.Containers), 1)
	for _, mount := range pod.Containers[0].VolumeMounts {
		assert.Check(t, slices.ContainsFunc(pod.Volumes, func(v corev1.Volume) bool { return v.Name == mount.Name }), mount.Name)
		assert.Assert(t, pod.SecurityContext != nil && pod.SecurityContext.FSGroup != nil)
		assert.Equal(t, *pod.SecurityContext.FSGroup, int64(65532), "the group of the image writes there")
	}
	return pod.Containers[0]
}

// Each pod of the Job runs a shard of its own.
func TestKubernetesJob(t *testing.T) {
	job := named[*batchv1.Job](t, "mcpsim")
	assert.Equal(t, *job.Spec.CompletionMode, batchv1.IndexedCompletion)
	pod := job.Spec.Template.Spec
	assert.Equal(t, pod.RestartPolicy, corev1.RestartPolicyNever, "a Job takes Never and OnFailure")
	container := onlyContainer(t, pod)
	assert.Check(t, is.Contains(container.Args, fmt.Sprintf("auto/%d", *job.Spec.Completions)))
	report := container.Args[len(container.Args)-1]
	assert.Check(t, is.Contains(report, "$(JOB_COMPLETION_INDEX)"), "pods that write the same file")
	assert.Check(t, is.Contains(report, "json:"+container.VolumeMounts[0].MountPath+"/"))
}

// Those who explore find the queue, which survives its pod, and show the same token.
func TestKubernetesExplorers(t *testing.T) {
	service, queue := named[*corev1.Service](t, "mcpsim-queue"), named[*appsv1.Deployment](t, "mcpsim-queue")
	labels := queue.Spec.Template.Labels
	assert.DeepEqual(t, service.Spec.Selector, labels)
	assert.DeepEqual(t, queue.Spec.Selector.MatchLabels, labels)
	server := onlyContainer(t, queue.Spec.Template.Spec)
	port := service.Spec.Ports[0].Port
	assert.Equal(t, server.Ports[0].ContainerPort, port)
	assert.Check(t, is.Contains(server.Args, fmt.Sprintf("0.0.0.0:%d", port)))
	assert.Check(t, is.Contains(server.Args, server.VolumeMounts[0].MountPath), "it keeps the queue on the volume")
	for name, verb := range map[string]string{"mcpsim-plan": "plan", "mcpsim-explore": "work"} {
		job := named[*batchv1.Job](t, name)
		assert.Check(t, job.Spec.Completions == nil && job.Spec.CompletionMode == nil, "%s takes from a queue", name)
		pod := job.Spec.Template.Spec
		assert.Equal(t, pod.RestartPolicy, corev1.RestartPolicyOnFailure)
		container := onlyContainer(t, pod)
		assert.DeepEqual(t, container.Args[:3], []string{verb, "--work", fmt.Sprintf("nats://%s:%d", service.Name, port)})
		assert.DeepEqual(t, container.EnvFrom, server.EnvFrom)
		assert.Equal(t, container.Image, server.Image)
	}
}
