// Checks of the vendors' Go libraries: CLIENT, passed, failed for each.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	tfe "github.com/hashicorp/go-tfe"
	nomad "github.com/hashicorp/nomad/api"
	vault "github.com/hashicorp/vault/api"
	bao "github.com/openbao/openbao/api/v2"
)

type check struct {
	name string
	run  func() error
}

func versionOf(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, one := range info.Deps {
		if one.Path == module {
			return one.Version
		}
	}
	return ""
}

func report(client, module string, checks []check) int {
	failed := 0
	for _, one := range checks {
		if err := one.run(); err != nil {
			failed++
			fmt.Fprintf(os.Stderr, "  %s: %s: %v\n", client, one.name, err)
		}
	}
	fmt.Printf("%s %s\t%d\t%d\n", client, versionOf(module), len(checks)-failed, failed)
	return failed
}

func expect(ok bool, words ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf("unexpected: %v", words)
}

// Only the error of a call.
func only[T any](_ T, err error) error { return err }

func nomadChecks() int {
	client, err := nomad.NewClient(nomad.DefaultConfig())
	if err != nil {
		panic(err)
	}
	jobs := client.Jobs()
	var job *nomad.Job
	return report("nomad/api", "github.com/hashicorp/nomad/api", []check{
		{"parse", func() error {
			job, err = jobs.ParseHCL("job \"go\" {\n type = \"batch\"\n group \"g\" {\n task \"t\" {\n driver = \"raw_exec\"\n }\n }\n}", true)
			return err
		}},
		{"plan", func() error {
			reply, _, err := jobs.Plan(job, true, nil)
			return firstOf(err, func() bool { return reply.Diff != nil })
		}},
		{"register", func() error { _, _, err := jobs.Register(job, nil); return err }},
		{"list", func() error {
			reply, _, err := jobs.List(nil)
			return firstOf(err, func() bool { return len(reply) > 10 })
		}},
		{"info", func() error {
			reply, _, err := jobs.Info("go", nil)
			return firstOf(err, func() bool { return *reply.ID == "go" })
		}},
		{"versions", func() error { _, _, _, err := jobs.Versions("web", true, nil); return err }},
		{"submission", func() error { _, _, err := jobs.Submission("web", 0, nil); return err }},
		{"summary", func() error { _, _, err := jobs.Summary("web", nil); return err }},
		{"allocations", func() error { _, _, err := jobs.Allocations("web", false, nil); return err }},
		{"evaluations", func() error { _, _, err := jobs.Evaluations("web", nil); return err }},
		{"deployments", func() error { _, _, err := jobs.Deployments("web", false, nil); return err }},
		{"latest deployment", func() error { _, _, err := jobs.LatestDeployment("web", nil); return err }},
		{"scale", func() error {
			count := 2
			_, _, err := jobs.Scale("web", "app", &count, "more", false, nil, nil)
			return err
		}},
		{"scale status", func() error { _, _, err := jobs.ScaleStatus("web", nil); return err }},
		{"revert", func() error { _, _, err := jobs.Revert("web", 1, nil, nil, "", ""); return err }},
		{"stable", func() error { _, _, err := jobs.Stable("web", 2, true, nil); return err }},
		{"evaluate", func() error { _, _, err := jobs.ForceEvaluate("web", nil); return err }},
		{"periodic force", func() error { _, _, err := jobs.PeriodicForce("nightly", nil); return err }},
		{"dispatch", func() error {
			_, _, err := jobs.Dispatch("mailer", map[string]string{"to": "a"}, nil, "", nil)
			return err
		}},
		{"actions", func() error { _, err := actionsOf(client); return err }},
		{"validate", func() error { _, _, err := jobs.Validate(job, nil); return err }},
		{"stop", func() error { _, _, err := jobs.Deregister("go", true, nil); return err }},
		{"a missing job", func() error {
			_, _, err := jobs.Info("go", nil)
			return expect(err != nil && strings.Contains(err.Error(), "404"), err)
		}},
		{"agent", func() error { return only(client.Agent().Self()) }},
		{"namespaces", func() error { _, _, err := client.Namespaces().List(nil); return err }},
	})
}

func actionsOf(client *nomad.Client) (any, error) {
	var actions []any
	_, err := client.Raw().Query("/v1/job/web/actions", &actions, nil)
	return actions, err
}

func firstOf(err error, ok func() bool) error {
	if err != nil {
		return err
	}
	return expect(ok())
}

// What both libraries have, so that one list of checks serves for them.
type logical interface {
	read(path string) (map[string]any, string, error)
	write(path string, data map[string]any) (map[string]any, string, error)
	list(path string) (map[string]any, error)
	remove(path string) error
	wrapped(path string) (map[string]any, error)
}

func secretsChecks(client, module string, l logical, more []check) int {
	state := map[string]any{}
	return report(client, module, append([]check{
		{"role", func() error {
			_, _, err := l.write("pki/roles/go", map[string]any{"allow_any_name": true, "key_type": "ec"})
			return err
		}},
		{"read role", func() error {
			data, _, err := l.read("pki/roles/go")
			return firstOf(err, func() bool { return data["allow_any_name"] == true })
		}},
		{"roles", func() error {
			data, err := l.list("pki/roles")
			return firstOf(err, func() bool { return len(data["keys"].([]any)) > 2 })
		}},
		{"issue", func() error {
			data, _, err := l.write("pki/issue/go", map[string]any{"common_name": "go"})
			if err == nil {
				state["serial"] = data["serial_number"]
			}
			return err
		}},
		{"read certificate", func() error { _, _, err := l.read(fmt.Sprint("pki/cert/", state["serial"])); return err }},
		{"revoke", func() error {
			_, _, err := l.write("pki/revoke", map[string]any{"serial_number": state["serial"]})
			return err
		}},
		{"delete role", func() error { return l.remove("pki/roles/go") }},
		{"a missing role", func() error {
			data, _, err := l.read("pki/roles/go")
			return expect(err == nil && data == nil, data, err)
		}},
		{"credentials", func() error {
			_, lease, err := l.read("aws/creds/ci")
			state["lease"] = lease
			return firstOf(err, func() bool { return lease != "" })
		}},
		{"renew", func() error {
			_, _, err := l.write("sys/leases/renew", map[string]any{"lease_id": state["lease"]})
			return err
		}},
		{"revoke lease", func() error {
			_, _, err := l.write("sys/leases/revoke", map[string]any{"lease_id": state["lease"]})
			return err
		}},
		{"check out", func() error {
			data, _, err := l.write("ldap/library/team-a/check-out", nil)
			if err == nil {
				state["account"] = data["service_account_name"]
			}
			return err
		}},
		{"check in", func() error {
			_, _, err := l.write("ldap/library/team-a/check-in", map[string]any{"service_account_names": state["account"]})
			return err
		}},
		{"unwrap", func() error {
			data, err := l.wrapped("pki/roles/web")
			return firstOf(err, func() bool { return data["allowed_domains"] != nil })
		}},
	}, more...))
}

type vaultClient struct{ *vault.Client }

func (c vaultClient) read(path string) (map[string]any, string, error) {
	secret, err := c.Logical().Read(path)
	if err != nil || secret == nil {
		return nil, "", err
	}
	return secret.Data, secret.LeaseID, nil
}

func (c vaultClient) write(path string, data map[string]any) (map[string]any, string, error) {
	secret, err := c.Logical().Write(path, data)
	if err != nil || secret == nil {
		return nil, "", err
	}
	return secret.Data, secret.LeaseID, nil
}

func (c vaultClient) list(path string) (map[string]any, error) {
	secret, err := c.Logical().List(path)
	if err != nil || secret == nil {
		return nil, err
	}
	return secret.Data, nil
}

func (c vaultClient) remove(path string) error { return only(c.Logical().Delete(path)) }

func (c vaultClient) wrapped(path string) (map[string]any, error) {
	wrapping, err := c.Clone()
	if err != nil {
		return nil, err
	}
	wrapping.SetToken(c.Token())
	wrapping.SetWrappingLookupFunc(func(string, string) string { return "60s" })
	secret, err := wrapping.Logical().Read(path)
	if err != nil {
		return nil, err
	}
	secret, err = c.Logical().Unwrap(secret.WrapInfo.Token)
	if err != nil {
		return nil, err
	}
	return secret.Data, nil
}

type baoClient struct{ *bao.Client }

func (c baoClient) read(path string) (map[string]any, string, error) {
	secret, err := c.Logical().Read(path)
	if err != nil || secret == nil {
		return nil, "", err
	}
	return secret.Data, secret.LeaseID, nil
}

func (c baoClient) write(path string, data map[string]any) (map[string]any, string, error) {
	secret, err := c.Logical().Write(path, data)
	if err != nil || secret == nil {
		return nil, "", err
	}
	return secret.Data, secret.LeaseID, nil
}

func (c baoClient) list(path string) (map[string]any, error) {
	secret, err := c.Logical().List(path)
	if err != nil || secret == nil {
		return nil, err
	}
	return secret.Data, nil
}

func (c baoClient) remove(path string) error { return only(c.Logical().Delete(path)) }

func (c baoClient) wrapped(path string) (map[string]any, error) {
	wrapping, err := c.Clone()
	if err != nil {
		return nil, err
	}
	wrapping.SetToken(c.Token())
	wrapping.SetWrappingLookupFunc(func(string, string) string { return "60s" })
	secret, err := wrapping.Logical().Read(path)
	if err != nil {
		return nil, err
	}
	secret, err = c.Logical().Unwrap(secret.WrapInfo.Token)
	if err != nil {
		return nil, err
	}
	return secret.Data, nil
}

func vaultChecks() int {
	client, err := vault.NewClient(vault.DefaultConfig())
	if err != nil {
		panic(err)
	}
	return secretsChecks("vault/api", "github.com/hashicorp/vault/api", vaultClient{client}, []check{
		{"health", func() error {
			reply, err := client.Sys().Health()
			return firstOf(err, func() bool { return reply.Initialized })
		}},
		{"seal status", func() error { return only(client.Sys().SealStatus()) }},
		{"mounts", func() error { return only(client.Sys().ListMounts()) }},
		{"leader", func() error { return only(client.Sys().Leader()) }},
		{"own token", func() error { return only(client.Auth().Token().LookupSelf()) }},
		{"capabilities", func() error { return only(client.Sys().CapabilitiesSelf("pki/roles/web")) }},
		{"mount", func() error { return client.Sys().Mount("go", &vault.MountInput{Type: "pki"}) }},
		{"unmount", func() error { return client.Sys().Unmount("go") }},
	})
}

func baoChecks() int {
	client, err := bao.NewClient(bao.DefaultConfig())
	if err != nil {
		panic(err)
	}
	return secretsChecks("openbao/api", "github.com/openbao/openbao/api/v2", baoClient{client}, []check{
		{"health", func() error {
			reply, err := client.Sys().Health()
			return firstOf(err, func() bool { return reply.Initialized })
		}},
		{"seal status", func() error { return only(client.Sys().SealStatus()) }},
		{"mounts", func() error { return only(client.Sys().ListMounts()) }},
		{"own token", func() error { return only(client.Auth().Token().LookupSelf()) }},
	})
}

func tfeChecks() int {
	ctx := context.Background()
	client, err := tfe.NewClient(tfe.DefaultConfig())
	if err != nil {
		panic(err)
	}
	workspaces := client.Workspaces
	var own, other *tfe.Workspace
	name, changed := "go", "changed"
	return report("go-tfe", "github.com/hashicorp/go-tfe", []check{
		{"organization", func() error { return only(client.Organizations.Read(ctx, "demo")) }},
		{"create", func() (err error) {
			own, err = workspaces.Create(ctx, "demo", tfe.WorkspaceCreateOptions{Name: &name, Tags: []*tfe.Tag{{Name: "core"}}})
			return firstOf(err, func() bool { return own.TagNames[0] == "core" })
		}},
		{"read", func() error { return only(workspaces.Read(ctx, "demo", name)) }},
		{"read by ID", func() error {
			reply, err := workspaces.ReadByID(ctx, own.ID)
			return firstOf(err, func() bool { return reply.Permissions.CanForceDelete != nil })
		}},
		{"read another", func() (err error) { other, err = workspaces.Read(ctx, "demo", "dns-prod"); return err }},
		{"update", func() error {
			return only(workspaces.Update(ctx, "demo", name, tfe.WorkspaceUpdateOptions{Description: &changed}))
		}},
		{"update by ID", func() error {
			return only(workspaces.UpdateByID(ctx, own.ID, tfe.WorkspaceUpdateOptions{Description: &changed}))
		}},
		{"list", func() error {
			reply, err := workspaces.List(ctx, "demo", nil)
			return firstOf(err, func() bool { return reply.TotalCount == 61 })
		}},
		{"lock", func() error { return only(workspaces.Lock(ctx, own.ID, tfe.WorkspaceLockOptions{Reason: &name})) }},
		{"lock again", func() error {
			_, err := workspaces.Lock(ctx, own.ID, tfe.WorkspaceLockOptions{})
			return expect(err == tfe.ErrWorkspaceLocked, err)
		}},
		{"unlock", func() error { return only(workspaces.Unlock(ctx, own.ID)) }},
		{"force unlock", func() error {
			if _, err := workspaces.Lock(ctx, own.ID, tfe.WorkspaceLockOptions{}); err != nil {
				return err
			}
			return only(workspaces.ForceUnlock(ctx, own.ID))
		}},
		{"add tags", func() error {
			return workspaces.AddTags(ctx, own.ID, tfe.WorkspaceAddTagsOptions{Tags: []*tfe.Tag{{Name: "a"}}})
		}},
		{"tags", func() error {
			reply, err := workspaces.ListTags(ctx, own.ID, nil)
			return firstOf(err, func() bool { return len(reply.Items) == 2 })
		}},
		{"remove tags", func() error {
			return workspaces.RemoveTags(ctx, own.ID, tfe.WorkspaceRemoveTagsOptions{Tags: []*tfe.Tag{{Name: "a"}}})
		}},
		{"add consumers", func() error {
			return workspaces.AddRemoteStateConsumers(ctx, own.ID, tfe.WorkspaceAddRemoteStateConsumersOptions{Workspaces: []*tfe.Workspace{other}})
		}},
		{"consumers", func() error {
			reply, err := workspaces.ListRemoteStateConsumers(ctx, own.ID, nil)
			return firstOf(err, func() bool { return len(reply.Items) == 1 })
		}},
		{"remove consumers", func() error {
			return workspaces.RemoveRemoteStateConsumers(ctx, own.ID, tfe.WorkspaceRemoveRemoteStateConsumersOptions{Workspaces: []*tfe.Workspace{other}})
		}},
		{"SSH keys", func() error { return only(client.SSHKeys.List(ctx, "demo", nil)) }},
		{"safe delete", func() error { return workspaces.SafeDeleteByID(ctx, own.ID) }},
		{"a missing workspace", func() error {
			_, err := workspaces.Read(ctx, "demo", name)
			return expect(err == tfe.ErrResourceNotFound, err)
		}},
	})
}

func main() {
	failed := map[string]func() int{"nomad": nomadChecks, "vault": vaultChecks, "openbao": baoChecks, "tfe": tfeChecks}[os.Args[1]]()
	os.Exit(min(failed, 99))
}
