#compdef trivet
# trivet completion for zsh 5.3 or newer. Generated from the catalogue: do not edit.
# Static words are answered here, without starting a process. Live names come from files that
# "trivet completion candidates" writes, waited for 300 ms at most, by reading only.

_trivet_children() {
  children=()
  case $1 in
    ('') children=('workspace:Infrastructure workspaces: settings, locks, tags, consumers' 'message:Messages of the secrets UI, before and after login' 'pki:Certificates: CA, roles, issuing, signing, revocation' 'cloud:Cloud credentials: roles, users and tokens made on demand' 'ldap:Directory accounts: rotated, made on demand, and lent' 'job:Jobs: plan, register, dispatch, scale, revert, run actions' 'lease:Leases and wrapped replies of the secrets service' 'export:Write objects of the servers as files' 'diff:Compare files with the servers' 'status:What is locked, failing, waiting, lent or about to expire' 'profile:Named sets of servers, and where each value comes from' 'auth:Tokens of a profile' 'api:A raw request with the same token, retries and errors' 'batch:Many command lines in one process, resumable' 'sandbox:The three documented APIs on this machine, to rehearse with' 'doctor:Check addresses, TLS, servers, tokens, permissions and clocks' 'completion:Completion scripts for bash, zsh, fish and PowerShell' 'man:Manual pages of trivet and of each group' 'manifest:Everything about every command, for programs' 'mcp:Commands as tools for agents (Model Context Protocol)' 'help:Help for a command or topic') ;;
    ('workspace') children=('create:Create a workspace in an organization' 'list:List the workspaces of an organization' 'show:Show a workspace' 'update:Change settings of a workspace' 'delete:Delete a workspace that manages no resources' 'force-delete:Delete a workspace without checking its resources' 'lock:Lock a workspace against runs' 'unlock:Unlock a workspace' 'force-unlock:Unlock a workspace that somebody else has locked' 'ssh-key:Commands of ssh-key' 'consumer:Commands of consumer' 'tag:Commands of tag' 'retention-policy:Commands of retention-policy') ;;
    ('workspace ssh-key') children=('assign:Assign an SSH key to a workspace' 'unassign:Take the SSH key from a workspace') ;;
    ('workspace consumer') children=('list:List the workspaces that may read the state' 'add:Let workspaces read the state' 'replace:Replace the workspaces that may read the state' 'remove:Stop workspaces from reading the state') ;;
    ('workspace tag') children=('list:List the tags of a workspace' 'add:Add tags to a workspace' 'remove:Remove tags from a workspace') ;;
    ('workspace retention-policy') children=('show:Show the data retention policy of a workspace' 'set:Set the data retention policy of a workspace' 'delete:Remove the data retention policy of a workspace') ;;
    ('message') children=('list:List the custom messages of the UI' 'create:Create a custom message of the UI' 'show:Show a custom message of the UI' 'update:Change a custom message of the UI' 'delete:Delete a custom message of the UI') ;;
    ('pki') children=('ca:Commands of ca' 'cert:Commands of cert' 'crl:Commands of crl' 'urls:Commands of urls' 'intermediate:Commands of intermediate' 'issue:Issue a certificate with a new key under a role' 'revoke:Revoke a certificate' 'role:Commands of role' 'root:Commands of root' 'sign:Sign a certificate request under a role' 'renew:Renew the certificate and key of a folder when it is time' 'sign-verbatim:Sign a certificate request as it is, whatever it names' 'tidy:Remove expired certificates and invalid revocations' 'tidy-status:Show how the current or latest tidy goes' 'inspect:Show certificates of a file, a mount or a TLS server' 'verify:Check key, chain, names, revocation and expiry of a folder' 'inventory:List certificates with their names, ends and revocation') ;;
    ('pki ca') children=('show:Show the CA certificate of a mount' 'chain:Show the CA chain of a mount' 'import:Import a CA certificate and its key') ;;
    ('pki cert') children=('show:Show a stored certificate' 'download:Download a stored certificate as bytes' 'list:List the serial numbers of stored certificates') ;;
    ('pki crl') children=('config:Commands of config' 'show:Show the revocation list of a mount' 'rotate:Force the rotation of the CRL') ;;
    ('pki crl config') children=('show:Show the CRL configuration' 'set:Set the validity of the CRL, or disable it') ;;
    ('pki urls') children=('show:Show the URLs that issued certificates carry' 'set:Set the URLs that issued certificates carry') ;;
    ('pki intermediate') children=('generate:Generate the key of an intermediate CA and a request for it' 'set-signed:Give the signed certificate of an intermediate CA back') ;;
    ('pki role') children=('write:Create or update a role' 'update:Change settings of a role' 'show:Show a role' 'list:List the names of roles' 'delete:Delete a role') ;;
    ('pki root') children=('generate:Generate a self-signed CA certificate and its key' 'delete:Delete the CA key of a mount' 'sign-intermediate:Sign the request of an intermediate CA' 'sign-self-issued:Sign a self-issued CA certificate, for a bridge between CAs') ;;
    ('cloud') children=('config:Commands of config' 'lease:Commands of lease' 'role:Commands of role' 'creds:Generate credentials from a role' 'sts:Generate credentials of the token service from a role' 'static-role:Commands of static-role' 'static-creds:Show the current credentials of a static role') ;;
    ('cloud config') children=('set:Set the root credentials and settings of the cloud engine' 'show:Show the root configuration of the cloud engine' 'rotate-root:Rotate the root access key of the cloud engine') ;;
    ('cloud lease') children=('set:Set how long leases of created users last' 'show:Show how long leases of created users last') ;;
    ('cloud role') children=('write:Create or update a role of the cloud engine' 'update:Change settings of a role of the cloud engine' 'show:Show a role of the cloud engine' 'list:List the roles of the cloud engine' 'delete:Delete a role of the cloud engine') ;;
    ('cloud static-role') children=('write:Adopt an existing user whose key is rotated on a schedule' 'update:Change how often the key of a static role is rotated' 'show:Show a static role of the cloud engine' 'delete:Stop managing a user') ;;
    ('ldap') children=('config:Commands of config' 'rotate-root:Rotate the password of the bind account' 'static-role:Commands of static-role' 'static-cred:Show the current credentials of a static role' 'role:Commands of role' 'creds:Create an entry from a dynamic role' 'library:Commands of library') ;;
    ('ldap config') children=('set:Set the connection to the directory server' 'show:Show the connection to the directory server' 'delete:Delete the connection to the directory server') ;;
    ('ldap static-role') children=('list:List the static roles of the directory engine' 'write:Create or update a static role: an entry whose password rotates' 'update:Change how often the password of a static role rotates' 'show:Show a static role of the directory engine' 'delete:Delete a static role; the directory is not changed' 'rotate:Rotate the password of a static role now') ;;
    ('ldap role') children=('show:Show a dynamic role of the directory engine' 'write:Create or update a dynamic role: entries from a template' 'update:Change settings of a dynamic role' 'delete:Delete a dynamic role of the directory engine') ;;
    ('ldap library') children=('list:List the library sets at the top' 'write:Create or update a set of accounts to lend' 'update:Change settings of a library set' 'show:Show a library set' 'delete:Delete a library set' 'status:Show which accounts of a set are available' 'check-out:Borrow an account of a library set' 'check-in:Check in an account of a library set' 'manage:Commands of manage') ;;
    ('ldap library manage') children=('check-in:Check in an account of a library set, whoever borrowed it') ;;
    ('job') children=('list:List jobs' 'show:Show a job' 'register:Register a job, or a new version of it' 'update:Register a new version of the job with this ID' 'plan:Show what registering a job would change' 'parse:Parse a job file into JSON' 'submission:Show the source that a version of a job was registered from' 'versions:List the versions of a job' 'allocations:List the allocations of a job' 'evaluations:List the evaluations of a job' 'deployments:List the deployments of a job' 'deployment:Show the most recent deployment of a job' 'summary:Show how many allocations of each group are in which state' 'scale-status:Show counts and scaling events of the groups of a job' 'services:List the services that a job registered' 'actions:List the actions that the tasks of a job define' 'dispatch:Dispatch an instance of a parameterized job' 'periodic:Commands of periodic' 'scale:Change the count of a task group' 'evaluate:Make the scheduler look at a job again' 'revert:Make an earlier version of a job the current one again' 'start:Start a stopped job again, as it last ran' 'diff:Show what differs between two versions of a job' 'stable:Mark a version of a job as stable or not' 'stop:Stop a job and its allocations' 'wait:Wait until jobs are healthy, complete or dead' 'action:Run an action inside an allocation of a job') ;;
    ('job periodic') children=('force:Start an instance of a periodic job now') ;;
    ('lease') children=('lookup:Show a lease: its path, how long it lasts, whether it renews' 'renew:Extend a lease' 'revoke:Revoke a lease: what it stands for ends' 'unwrap:Open a wrapped reply with its single-use token' 'recover:Give back what a lend left behind') ;;
    ('profile') children=('set:Create a profile or change settings of it' 'show:Show the settings of a profile, tokens masked' 'list:List the profiles' 'use:Make a profile the current one' 'delete:Delete a profile and the tokens that it stores' 'explain:Show where every value of a run comes from') ;;
    ('auth') children=('login:Store the token of a service in a profile' 'logout:Remove the stored token of a service from a profile' 'status:Show which token each service would get, and from where') ;;
    ('batch') children=('run:Run many command lines, and resume where a run stopped') ;;
    ('sandbox') children=('start:Serve the three documented APIs on a loopback port' 'exec:Run a command against a sandbox that lives as long as it does') ;;
    ('completion') children=('install:Write the completion script where the shell looks for it') ;;
    ('man') children=('install:Write the manual pages where man looks for them') ;;
    ('help') children=('exit-codes:Topic' 'environment:Topic' 'output:Topic' 'where:Topic' 'profiles:Topic' 'products:Topic' 'files:Topic' 'lending:Topic' 'flags:Topic' 'workspace:Infrastructure workspaces: settings, locks, tags, consumers' 'message:Messages of the secrets UI, before and after login' 'pki:Certificates: CA, roles, issuing, signing, revocation' 'cloud:Cloud credentials: roles, users and tokens made on demand' 'ldap:Directory accounts: rotated, made on demand, and lent' 'job:Jobs: plan, register, dispatch, scale, revert, run actions' 'lease:Leases and wrapped replies of the secrets service' 'export:Write objects of the servers as files' 'diff:Compare files with the servers' 'status:What is locked, failing, waiting, lent or about to expire' 'profile:Named sets of servers, and where each value comes from' 'auth:Tokens of a profile' 'api:A raw request with the same token, retries and errors' 'batch:Many command lines in one process, resumable' 'sandbox:The three documented APIs on this machine, to rehearse with' 'doctor:Check addresses, TLS, servers, tokens, permissions and clocks' 'completion:Completion scripts for bash, zsh, fish and PowerShell' 'man:Manual pages of trivet and of each group' 'manifest:Everything about every command, for programs' 'mcp:Commands as tools for agents (Model Context Protocol)') ;;
  esac
}

_trivet_command() {
  places=() variadic= tail= flags=()
  case $1 in
    ('workspace create') flags=('--agent-pool-id:ID of an agent pool of the workspace'\''s organization' '--allow-destroy-plan:Let destroy plans be queued' '--no-allow-destroy-plan:Not: Let destroy plans be queued' '--assessments-enabled:Run health assessments (formerly drift-detection; hosted edition, premium tier)' '--no-assessments-enabled:Not: Run health assessments (formerly drift-detection; hosted edition, premium tier)' '--auto-apply:Apply after a successful plan of runs started by VCS, UI or CLI' '--no-auto-apply:Not: Apply after a successful plan of runs started by VCS, UI or CLI' '--auto-apply-run-trigger:Apply after a successful plan of runs started by run triggers' '--no-auto-apply-run-trigger:Not: Apply after a successful plan of runs started by run triggers' '--auto-destroy-at:When the next scheduled destroy run starts' '--auto-destroy-activity-duration:Inactivity after which destroy runs are queued: <number>d or <number>h' '--description:Free text' '--execution-mode:Where runs execute; local means state storage only' '--file-triggers-enabled:Start runs only for pushes that change matched files' '--no-file-triggers-enabled:Not: Start runs only for pushes that change matched files' '--global-remote-state:Let every workspace of the organization read the state' '--no-global-remote-state:Not: Let every workspace of the organization read the state' '--queue-all-runs:Queue VCS-triggered runs right after creation' '--no-queue-all-runs:Not: Queue VCS-triggered runs right after creation' '--speculative-enabled:Allow automatic speculative plans' '--no-speculative-enabled:Not: Allow automatic speculative plans' '--engine-version:Exact engine version, or a constraint such as "~> 1.0.0"' '--trigger-patterns:Glob patterns of monitored files, from the repository root' '--trigger-prefixes:Path prefixes monitored beside the working directory' '--working-directory:Relative path in which runs execute' '--setting-overwrites:Take (false) or overwrite (true) an organization default: execution-mode=false' '--project:ID of the project to create the workspace in, or to move it to' '--tag:Key-value tag, the whole set of them: env=prod' '--source-name:Name of the creating client, shown as created via' '--source-url:URL of the creating client' '--vcs-repo-identifier:Repository, org/repo or org/project/_git/repo' '--vcs-repo-oauth-token-id:ID of the VCS OAuth connection' '--vcs-repo-branch:Branch that runs execute from; empty means the default branch' '--vcs-repo-ingress-submodules:Fetch submodules when cloning' '--no-vcs-repo-ingress-submodules:Not: Fetch submodules when cloning' '--vcs-repo-tags-regex:Start runs on VCS tags that match' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--unset:Send null for a parameter' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('') ;;
    ('workspace list') flags=('--page-number:Return only this page' '--page-size:Items a page' '--search-name:Fuzzy match on the name' '--search-tags:Only workspaces that have every one of the tags' '--search-exclude-tags:Only workspaces that have none of the tags' '--search-wildcard-name:Partial match with * as prefix, suffix or both' '--sort:Order; a leading - reverses it' '--filter-project-id:Only workspaces of the project' '--filter-current-run-status:Only workspaces whose current run has the status' '--tagged:Only workspaces with the key-value tag: env, or env=prod' '--include:Related resources to return with the workspace' '--limit:Stop after this many items' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') ;;
    ('workspace show') flags=('--include:Related resources to return with the workspace' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') ;;
    ('workspace update') flags=('--agent-pool-id:ID of an agent pool of the workspace'\''s organization' '--allow-destroy-plan:Let destroy plans be queued' '--no-allow-destroy-plan:Not: Let destroy plans be queued' '--assessments-enabled:Run health assessments (formerly drift-detection; hosted edition, premium tier)' '--no-assessments-enabled:Not: Run health assessments (formerly drift-detection; hosted edition, premium tier)' '--auto-apply:Apply after a successful plan of runs started by VCS, UI or CLI' '--no-auto-apply:Not: Apply after a successful plan of runs started by VCS, UI or CLI' '--auto-apply-run-trigger:Apply after a successful plan of runs started by run triggers' '--no-auto-apply-run-trigger:Not: Apply after a successful plan of runs started by run triggers' '--auto-destroy-at:When the next scheduled destroy run starts' '--auto-destroy-activity-duration:Inactivity after which destroy runs are queued: <number>d or <number>h' '--description:Free text' '--execution-mode:Where runs execute; local means state storage only' '--file-triggers-enabled:Start runs only for pushes that change matched files' '--no-file-triggers-enabled:Not: Start runs only for pushes that change matched files' '--global-remote-state:Let every workspace of the organization read the state' '--no-global-remote-state:Not: Let every workspace of the organization read the state' '--queue-all-runs:Queue VCS-triggered runs right after creation' '--no-queue-all-runs:Not: Queue VCS-triggered runs right after creation' '--speculative-enabled:Allow automatic speculative plans' '--no-speculative-enabled:Not: Allow automatic speculative plans' '--engine-version:Exact engine version, or a constraint such as "~> 1.0.0"' '--trigger-patterns:Glob patterns of monitored files, from the repository root' '--trigger-prefixes:Path prefixes monitored beside the working directory' '--working-directory:Relative path in which runs execute' '--setting-overwrites:Take (false) or overwrite (true) an organization default: execution-mode=false' '--project:ID of the project to move the workspace to' '--tag:Key-value tag, the whole set of them: env=prod' '--name:New name; renaming changes the URL of the workspace' '--vcs-repo:The repository settings as one object; --unset vcs-repo disconnects' '--vcs-repo-identifier:Repository, org/repo or org/project/_git/repo' '--vcs-repo-oauth-token-id:ID of the VCS OAuth connection' '--vcs-repo-branch:Branch that runs execute from; empty means the default branch' '--vcs-repo-ingress-submodules:Fetch submodules when cloning' '--no-vcs-repo-ingress-submodules:Not: Fetch submodules when cloning' '--vcs-repo-tags-regex:Start runs on VCS tags that match' '--vcs-repo-vcs-app-installation-id:Installation ID of a VCS application connection' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--unset:Send null for a parameter' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') ;;
    ('workspace delete') flags=('--wait:Retry while the state is being processed' '--wait-timeout:Give up waiting after this long' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') ;;
    ('workspace force-delete') flags=('--confirm:The name that would have to be typed, for scripts' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') ;;
    ('workspace lock') flags=('--reason:Why, for the next person' '--keep-token:Leave the services'\'' tokens in COMMAND'\''s environment' '--map:Give COMMAND only these fields of the reply' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') tail=1 ;;
    ('workspace unlock') flags=('--wait:Retry while the latest state version is not finalized' '--wait-timeout:Give up waiting after this long' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') ;;
    ('workspace force-unlock') flags=('--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') ;;
    ('workspace ssh-key assign') flags=('--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace' '') ;;
    ('workspace ssh-key unassign') flags=('--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') ;;
    ('workspace consumer list') flags=('--page-number:Return only this page' '--page-size:Items a page' '--limit:Stop after this many items' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') ;;
    ('workspace consumer add') flags=('--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace' '!workspace') variadic=1 ;;
    ('workspace consumer replace') flags=('--none:Replace by the empty list' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace' '!workspace') variadic=1 ;;
    ('workspace consumer remove') flags=('--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace' '!workspace') variadic=1 ;;
    ('workspace tag list') flags=('--page-number:Return only this page' '--page-size:Items a page' '--limit:Stop after this many items' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') ;;
    ('workspace tag add') flags=('--id:Tag IDs, for tags that exist' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace' '') variadic=1 ;;
    ('workspace tag remove') flags=('--id:Tag IDs, for tags that exist' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace' '') variadic=1 ;;
    ('workspace retention-policy show') flags=('--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') ;;
    ('workspace retention-policy set') flags=('--delete-older-than-days:Delete data that is older than this many days' '--dont-delete:Never delete data' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') ;;
    ('workspace retention-policy delete') flags=('--organization:Organization of bare workspace names' '--by:Take workspaces as IDs or as names, whatever they look like') places=('!workspace') ;;
    ('message list') flags=('--active:Only messages in their active period, or outside it' '--no-active:Not: Only messages in their active period, or outside it' '--authenticated:Only messages shown after login, or before it' '--no-authenticated:Not: Only messages shown after login, or before it' '--type:Only messages of this type' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('message create') flags=('--title:Title of the message' '--message:What is shown: text, @FILE or -; trivet encodes it as base64' '--start-time:When the active period starts: RFC 3339, a date, or +2h' '--end-time:When the active period ends: RFC 3339, a date, or +2h' '--type:How it is shown' '--authenticated:Shown after login; --no-authenticated shows it before, to anybody' '--no-authenticated:Not: Shown after login; --no-authenticated shows it before, to anybody' '--link:One link below the message' '--option:Custom property of the UI, repeated for more' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('message show') flags=('--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!message') ;;
    ('message update') flags=('--title:Title of the message' '--message:What is shown: text, @FILE or -; trivet encodes it as base64' '--start-time:When the active period starts: RFC 3339, a date, or +2h' '--end-time:When the active period ends: RFC 3339, a date, or +2h' '--type:How it is shown' '--authenticated:Shown after login; --no-authenticated shows it before, to anybody' '--no-authenticated:Not: Shown after login; --no-authenticated shows it before, to anybody' '--link:One link below the message' '--option:Custom property of the UI, repeated for more' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--unset:Send null for a parameter' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!message') ;;
    ('message delete') flags=('--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!message') ;;
    ('pki ca show') flags=('--mount:Path at which the certificate engine is enabled' '--pem:The bytes in PEM, the default' '--der:The bytes in DER; not to a terminal' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki ca chain') flags=('--mount:Path at which the certificate engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki ca import') flags=('--mount:Path at which the certificate engine is enabled' '--pem-bundle:Unencrypted private key and certificate, and more CA certificates, in PEM: @FILE or -' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki cert show') flags=('--mount:Path at which the certificate engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!pki-certificate') ;;
    ('pki cert download') flags=('--mount:Path at which the certificate engine is enabled' '--pem:The bytes in PEM, the default' '--der:The bytes in DER; not to a terminal' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!pki-certificate') ;;
    ('pki cert list') flags=('--mount:Path at which the certificate engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki crl config show') flags=('--mount:Path at which the certificate engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki crl config set') flags=('--mount:Path at which the certificate engine is enabled' '--expiry:Validity of a generated CRL' '--disable:Serve an empty CRL' '--no-disable:Not: Serve an empty CRL' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki crl show') flags=('--mount:Path at which the certificate engine is enabled' '--pem:The bytes in PEM, the default' '--der:The bytes in DER; not to a terminal' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki crl rotate') flags=('--mount:Path at which the certificate engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki urls show') flags=('--mount:Path at which the certificate engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki urls set') flags=('--mount:Path at which the certificate engine is enabled' '--issuing-certificates:Where the issuing certificate can be had; '\'''\'' removes them' '--crl-distribution-points:Where the revocation list can be had; '\'''\'' removes them' '--ocsp-servers:OCSP responders; '\'''\'' removes them' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki intermediate generate') flags=('--mount:Path at which the certificate engine is enabled' '--key-type:Type of the key' '--key-bits:Key size; rsa: 2048, 3072, 4096; ec: 224, 256, 384, 521; 0 is the usual one' '--managed-key-name:Name of the managed key, for kms' '--managed-key-id:UUID of the managed key, for kms' '--common-name:Common name of the certificate' '--alt-names:More host names or email addresses' '--ip-sans:IP addresses' '--uri-sans:URIs' '--other-sans:Custom names as <oid>;UTF8:<value>, which the role must allow' '--format:Encoding in the reply: PEM, base64-encoded DER, or key and certificate in one' '--private-key-format:Form of the key: the default of the key'\''s type, or PKCS #8; not inside a pem_bundle' '--exclude-cn-from-sans:Leave the common name out of the alternative names' '--no-exclude-cn-from-sans:Not: Leave the common name out of the alternative names' '--ou:Organizational units (OU) of the subject' '--organization:Organizations (O) of the subject' '--country:Countries (C) of the subject' '--locality:Localities (L) of the subject' '--province:Provinces (ST) of the subject' '--street-address:Street addresses of the subject' '--postal-code:Postal codes of the subject' '--serial-number:Serial number named in the subject; not that of the certificate, which is random' '--add-basic-constraints:Ask for basic constraints with CA true: for old signers' '--no-add-basic-constraints:Not: Ask for basic constraints with CA true: for old signers' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('=exported internal kms') ;;
    ('pki intermediate set-signed') flags=('--mount:Path at which the certificate engine is enabled' '--certificate:Signed certificate, and more CA certificates, in PEM: @FILE or -' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki issue') flags=('--mount:Path at which the certificate engine is enabled' '--common-name:Common name of the certificate; needed unless the role has require_cn false' '--alt-names:More host names or email addresses' '--ip-sans:IP addresses' '--uri-sans:URIs' '--other-sans:Custom names as <oid>;UTF8:<value>, which the role must allow' '--ttl:Validity; not above the role'\''s max_ttl' '--format:Encoding in the reply: PEM, base64-encoded DER, or key and certificate in one' '--private-key-format:Form of the key: the default of the key'\''s type, or PKCS #8; not inside a pem_bundle' '--exclude-cn-from-sans:Leave the common name out of the alternative names' '--no-exclude-cn-from-sans:Not: Leave the common name out of the alternative names' '--not-after:Absolute end of the validity in UTC, to the second' '--serial-number:Serial number named in the subject; not that of the certificate, which is random' '--layout:Files of --out: for each thing, or for nginx' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!pki-role') ;;
    ('pki revoke') flags=('--mount:Path at which the certificate engine is enabled' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!pki-certificate') ;;
    ('pki role write') flags=('--mount:Path at which the certificate engine is enabled' '--ttl:Validity of issued certificates' '--max-ttl:Longest validity' '--allow-localhost:Allow localhost as a common name' '--no-allow-localhost:Not: Allow localhost as a common name' '--allowed-domains:Domains that the matching options refer to; unused with allow_any_name' '--allowed-domains-template:Allowed domains may hold templates of access policies' '--no-allowed-domains-template:Not: Allowed domains may hold templates of access policies' '--allow-bare-domains:Allow an allowed domain itself' '--no-allow-bare-domains:Not: Allow an allowed domain itself' '--allow-subdomains:Allow what is below an allowed domain, wildcards too' '--no-allow-subdomains:Not: Allow what is below an allowed domain, wildcards too' '--allow-glob-domains:Allowed domains may hold globs, across labels' '--no-allow-glob-domains:Not: Allowed domains may hold globs, across labels' '--allow-wildcard-certificates:Allow a wildcard in the left-most label' '--no-allow-wildcard-certificates:Not: Allow a wildcard in the left-most label' '--allow-any-name:Allow any common name; host names and wildcards are still checked' '--no-allow-any-name:Not: Allow any common name; host names and wildcards are still checked' '--enforce-hostnames:Only valid host names in names and email addresses' '--no-enforce-hostnames:Not: Only valid host names in names and email addresses' '--allow-ip-sans:Allow IP addresses as alternative names' '--no-allow-ip-sans:Not: Allow IP addresses as alternative names' '--allowed-uri-sans:URIs allowed as alternative names, with globs' '--allowed-uri-sans-template:Allowed URIs may hold templates of access policies' '--no-allowed-uri-sans-template:Not: Allowed URIs may hold templates of access policies' '--allowed-other-sans:Custom names allowed, as <oid>;UTF8:<value or *>; a single * allows any' '--allowed-serial-numbers:Serial numbers of the subject that are allowed, with globs' '--server-flag:Extended key usage: server authentication' '--no-server-flag:Not: Extended key usage: server authentication' '--client-flag:Extended key usage: client authentication' '--no-client-flag:Not: Extended key usage: client authentication' '--code-signing-flag:Extended key usage: code signing' '--no-code-signing-flag:Not: Extended key usage: code signing' '--email-protection-flag:Extended key usage: email protection' '--no-email-protection-flag:Not: Extended key usage: email protection' '--key-type:Type of keys; any is only for signing requests' '--key-bits:Key size; rsa: 2048, 3072, 4096; ec: 224, 256, 384, 521; 0 is the usual one' '--signature-bits:Bits of SHA-2 in signatures: 256, 384, 512, or 0 to decide by the key' '--key-usage:Key usages, in any case; an empty list constrains nothing' '--ext-key-usage:Extended key usages, in any case' '--ext-key-usage-oids:Extended key usages by OID' '--use-csr-common-name:Signing takes the common name of the request' '--no-use-csr-common-name:Not: Signing takes the common name of the request' '--use-csr-sans:Signing takes the alternative names of the request' '--no-use-csr-sans:Not: Signing takes the alternative names of the request' '--ou:Organizational units (OU) of the subject' '--organization:Organizations (O) of the subject' '--country:Countries (C) of the subject' '--locality:Localities (L) of the subject' '--province:Provinces (ST) of the subject' '--street-address:Street addresses of the subject' '--postal-code:Postal codes of the subject' '--generate-lease:Attach leases to issued certificates' '--no-generate-lease:Not: Attach leases to issued certificates' '--no-store:Do not store certificates: never listed, and revocable only by the certificate' '--require-cn:Issuing needs a common name' '--no-require-cn:Not: Issuing needs a common name' '--policy-identifiers:Policy OIDs' '--basic-constraints-valid-for-non-ca:Mark basic constraints valid in leaf certificates' '--no-basic-constraints-valid-for-non-ca:Not: Mark basic constraints valid in leaf certificates' '--not-before-duration:How far the start of the validity is dated back' '--not-after:Absolute end of the validity in UTC, to the second' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!pki-role') ;;
    ('pki role update') flags=('--mount:Path at which the certificate engine is enabled' '--ttl:Validity of issued certificates' '--max-ttl:Longest validity' '--allow-localhost:Allow localhost as a common name' '--no-allow-localhost:Not: Allow localhost as a common name' '--allowed-domains:Domains that the matching options refer to; unused with allow_any_name' '--allowed-domains-template:Allowed domains may hold templates of access policies' '--no-allowed-domains-template:Not: Allowed domains may hold templates of access policies' '--allow-bare-domains:Allow an allowed domain itself' '--no-allow-bare-domains:Not: Allow an allowed domain itself' '--allow-subdomains:Allow what is below an allowed domain, wildcards too' '--no-allow-subdomains:Not: Allow what is below an allowed domain, wildcards too' '--allow-glob-domains:Allowed domains may hold globs, across labels' '--no-allow-glob-domains:Not: Allowed domains may hold globs, across labels' '--allow-wildcard-certificates:Allow a wildcard in the left-most label' '--no-allow-wildcard-certificates:Not: Allow a wildcard in the left-most label' '--allow-any-name:Allow any common name; host names and wildcards are still checked' '--no-allow-any-name:Not: Allow any common name; host names and wildcards are still checked' '--enforce-hostnames:Only valid host names in names and email addresses' '--no-enforce-hostnames:Not: Only valid host names in names and email addresses' '--allow-ip-sans:Allow IP addresses as alternative names' '--no-allow-ip-sans:Not: Allow IP addresses as alternative names' '--allowed-uri-sans:URIs allowed as alternative names, with globs' '--allowed-uri-sans-template:Allowed URIs may hold templates of access policies' '--no-allowed-uri-sans-template:Not: Allowed URIs may hold templates of access policies' '--allowed-other-sans:Custom names allowed, as <oid>;UTF8:<value or *>; a single * allows any' '--allowed-serial-numbers:Serial numbers of the subject that are allowed, with globs' '--server-flag:Extended key usage: server authentication' '--no-server-flag:Not: Extended key usage: server authentication' '--client-flag:Extended key usage: client authentication' '--no-client-flag:Not: Extended key usage: client authentication' '--code-signing-flag:Extended key usage: code signing' '--no-code-signing-flag:Not: Extended key usage: code signing' '--email-protection-flag:Extended key usage: email protection' '--no-email-protection-flag:Not: Extended key usage: email protection' '--key-type:Type of keys; any is only for signing requests' '--key-bits:Key size; rsa: 2048, 3072, 4096; ec: 224, 256, 384, 521; 0 is the usual one' '--signature-bits:Bits of SHA-2 in signatures: 256, 384, 512, or 0 to decide by the key' '--key-usage:Key usages, in any case; an empty list constrains nothing' '--ext-key-usage:Extended key usages, in any case' '--ext-key-usage-oids:Extended key usages by OID' '--use-csr-common-name:Signing takes the common name of the request' '--no-use-csr-common-name:Not: Signing takes the common name of the request' '--use-csr-sans:Signing takes the alternative names of the request' '--no-use-csr-sans:Not: Signing takes the alternative names of the request' '--ou:Organizational units (OU) of the subject' '--organization:Organizations (O) of the subject' '--country:Countries (C) of the subject' '--locality:Localities (L) of the subject' '--province:Provinces (ST) of the subject' '--street-address:Street addresses of the subject' '--postal-code:Postal codes of the subject' '--generate-lease:Attach leases to issued certificates' '--no-generate-lease:Not: Attach leases to issued certificates' '--no-store:Do not store certificates: never listed, and revocable only by the certificate' '--require-cn:Issuing needs a common name' '--no-require-cn:Not: Issuing needs a common name' '--policy-identifiers:Policy OIDs' '--basic-constraints-valid-for-non-ca:Mark basic constraints valid in leaf certificates' '--no-basic-constraints-valid-for-non-ca:Not: Mark basic constraints valid in leaf certificates' '--not-before-duration:How far the start of the validity is dated back' '--not-after:Absolute end of the validity in UTC, to the second' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!pki-role') ;;
    ('pki role show') flags=('--mount:Path at which the certificate engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!pki-role') ;;
    ('pki role list') flags=('--mount:Path at which the certificate engine is enabled' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki role delete') flags=('--mount:Path at which the certificate engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!pki-role') ;;
    ('pki root generate') flags=('--mount:Path at which the certificate engine is enabled' '--key-type:Type of the key' '--key-bits:Key size; rsa: 2048, 3072, 4096; ec: 224, 256, 384, 521; 0 is the usual one' '--managed-key-name:Name of the managed key, for kms' '--managed-key-id:UUID of the managed key, for kms' '--common-name:Common name of the certificate' '--alt-names:More host names or email addresses' '--ip-sans:IP addresses' '--uri-sans:URIs' '--other-sans:Custom names as <oid>;UTF8:<value>, which the role must allow' '--ttl:Validity; not above the mount'\''s or the system'\''s maximum' '--format:Encoding in the reply: PEM, base64-encoded DER, or key and certificate in one' '--private-key-format:Form of the key: the default of the key'\''s type, or PKCS #8; not inside a pem_bundle' '--max-path-length:CAs allowed below this one; -1: no limit of its own, 0: none' '--exclude-cn-from-sans:Leave the common name out of the alternative names' '--no-exclude-cn-from-sans:Not: Leave the common name out of the alternative names' '--permitted-dns-domains:Domains that certificates below it may name, subdomains too' '--ou:Organizational units (OU) of the subject' '--organization:Organizations (O) of the subject' '--country:Countries (C) of the subject' '--locality:Localities (L) of the subject' '--province:Provinces (ST) of the subject' '--street-address:Street addresses of the subject' '--postal-code:Postal codes of the subject' '--serial-number:Serial number named in the subject; not that of the certificate, which is random' '--not-after:Absolute end of the validity in UTC, to the second' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('=exported internal kms') ;;
    ('pki root delete') flags=('--mount:Path at which the certificate engine is enabled' '--confirm:The name that would have to be typed, for scripts' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki root sign-intermediate') flags=('--mount:Path at which the certificate engine is enabled' '--csr:Certificate request in PEM: @FILE or -' '--common-name:Common name of the certificate' '--alt-names:More host names or email addresses' '--ip-sans:IP addresses' '--uri-sans:URIs' '--other-sans:Custom names as <oid>;UTF8:<value>, which the role must allow' '--ttl:Validity; may outlast the signing CA' '--format:Encoding in the reply: PEM, base64-encoded DER, or key and certificate in one' '--max-path-length:CAs allowed below this one; -1: no limit of its own, 0: none' '--exclude-cn-from-sans:Leave the common name out of the alternative names' '--no-exclude-cn-from-sans:Not: Leave the common name out of the alternative names' '--use-csr-values:Keep subject, names, key usages and extensions of the request' '--no-use-csr-values:Not: Keep subject, names, key usages and extensions of the request' '--permitted-dns-domains:Domains that certificates below it may name, subdomains too' '--ou:Organizational units (OU) of the subject' '--organization:Organizations (O) of the subject' '--country:Countries (C) of the subject' '--locality:Localities (L) of the subject' '--province:Provinces (ST) of the subject' '--street-address:Street addresses of the subject' '--postal-code:Postal codes of the subject' '--serial-number:Serial number named in the subject; not that of the certificate, which is random' '--not-after:Absolute end of the validity in UTC, to the second' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki root sign-self-issued') flags=('--mount:Path at which the certificate engine is enabled' '--certificate:Self-issued CA certificate in PEM: @FILE or -' '--require-matching-certificate-algorithms:The CA'\''s key must be of the algorithm of the certificate'\''s' '--no-require-matching-certificate-algorithms:Not: The CA'\''s key must be of the algorithm of the certificate'\''s' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki sign') flags=('--mount:Path at which the certificate engine is enabled' '--csr:Certificate request in PEM: @FILE or -' '--common-name:Common name of the certificate' '--alt-names:More host names or email addresses' '--ip-sans:IP addresses' '--uri-sans:URIs' '--other-sans:Custom names as <oid>;UTF8:<value>, which the role must allow' '--ttl:Validity; not above the role'\''s max_ttl' '--format:Encoding in the reply: PEM, base64-encoded DER, or key and certificate in one' '--exclude-cn-from-sans:Leave the common name out of the alternative names' '--no-exclude-cn-from-sans:Not: Leave the common name out of the alternative names' '--not-after:Absolute end of the validity in UTC, to the second' '--serial-number:Serial number named in the subject; not that of the certificate, which is random' '--layout:Files of --out: for each thing, or for nginx' '--new-key:Make the key here instead of giving a request' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!pki-role') ;;
    ('pki renew') flags=('--mount:Path at which the certificate engine is enabled' '--role:Name of the role' '--common-name:Common name of the certificate' '--alt-names:More host names or email addresses' '--ip-sans:IP addresses' '--uri-sans:URIs' '--other-sans:Custom names as <oid>;UTF8:<value>, which the role must allow' '--ttl:Validity; not above the role'\''s max_ttl' '--exclude-cn-from-sans:Leave the common name out of the alternative names' '--no-exclude-cn-from-sans:Not: Leave the common name out of the alternative names' '--not-after:Absolute end of the validity in UTC, to the second' '--serial-number:Serial number named in the subject; not that of the certificate, which is random' '--layout:Files of --out: for each thing, or for nginx' '--new-key:Make the key here instead of giving a request' '--before:Part of the life, or time, left when it is due' '--reuse-key:Keep the key' '--change-names:Renew for the names of the flags instead' '--exec:Command to run after a renewal' '--jitter:Wait at random up to this long before a renewal' '--detailed-exitcode:Exit 0: nothing was due, 11: renewed, 12: the command failed' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('/') ;;
    ('pki sign-verbatim') flags=('--mount:Path at which the certificate engine is enabled' '--csr:Certificate request in PEM: @FILE or -' '--key-usage:Key usages, in any case; an empty list constrains nothing' '--ext-key-usage:Extended key usages, in any case' '--ext-key-usage-oids:Extended key usages by OID' '--ttl:Validity; not above the mount'\''s max_ttl' '--format:Encoding in the reply: PEM, base64-encoded DER, or key and certificate in one' '--not-after:Absolute end of the validity in UTC, to the second' '--layout:Files of --out: for each thing, or for nginx' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!pki-role') ;;
    ('pki tidy') flags=('--mount:Path at which the certificate engine is enabled' '--tidy-cert-store:Remove expired certificates from the store' '--no-tidy-cert-store:Not: Remove expired certificates from the store' '--tidy-revoked-certs:Remove invalid and expired entries of revoked certificates' '--no-tidy-revoked-certs:Not: Remove invalid and expired entries of revoked certificates' '--safety-buffer:How long past its expiry a certificate is kept' '--wait:Wait for the end and show how it goes' '--wait-timeout:Give up waiting after this long' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki tidy-status') flags=('--mount:Path at which the certificate engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('pki inspect') flags=('--mount:Mount of the PKI engine' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('/') ;;
    ('pki verify') flags=('--host:Host name or address that the certificate must name' '--trust:File of the CA certificates to trust' '--crl:File of the revocation list, instead of the mount' '--mount:Mount of the PKI engine' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('/') ;;
    ('pki inventory') flags=('--mount:Mounts of the PKI engine' '--expires-within:Only what is due: it ends this soon' '--where:Only what satisfies a condition on a field' '--check-revocation:Read what the revocation list does not tell' '--parallel:Requests in flight at once' '--detailed-exitcode:Exit 0: nothing listed is due, 11: something is' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('cloud config set') flags=('--mount:Path at which the cloud credentials engine is enabled' '--max-retries:Retries of recoverable errors; -1 uses the default of the provider SDK' '--access-key:Access key ID' '--secret-key:Secret access key: @file, - or env:NAME' '--role-arn:Role to assume for identity federation (Enterprise)' '--identity-token-audience:Audience of plugin identity tokens, as the OIDC provider allows it (Enterprise)' '--identity-token-ttl:Lifetime of plugin identity tokens (Enterprise)' '--region:Region of the provider' '--iam-endpoint:Custom HTTP endpoint of the identity service' '--sts-endpoint:Custom HTTP endpoint of the token service' '--username-template:Template of dynamic user names: at most 64 characters (identity) and 32 (token service)' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('cloud config show') flags=('--mount:Path at which the cloud credentials engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('cloud config rotate-root') flags=('--mount:Path at which the cloud credentials engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('cloud lease set') flags=('--mount:Path at which the cloud credentials engine is enabled' '--lease:Lease of new credentials' '--lease-max:Longest lease, renewals included' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('cloud lease show') flags=('--mount:Path at which the cloud credentials engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('cloud role write') flags=('--mount:Path at which the cloud credentials engine is enabled' '--credential-type:What the role gives: required, but for the legacy parameters' '--role-arns:Roles that may be assumed: required for assumed_role, only there' '--policy-arns:Managed policies: attached to a created user, a filter for assumed_role and federation_token' '--policy-document:Policy document (JSON), used like the policies' '--iam-groups:Groups that created users join; else their policies are combined with the others' '--iam-tags:Tags of created users' '--default-sts-ttl:Lifetime when a request names none (assumed_role, federation_token)' '--max-sts-ttl:Requests are capped at this lifetime (assumed_role, federation_token)' '--user-path:Path of created users (iam_user)' '--permissions-boundary-arn:Permissions boundary of created users (iam_user)' '--mfa-serial-number:ARN or number of the MFA device; required only where the user has one' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!cloud-role') ;;
    ('cloud role update') flags=('--mount:Path at which the cloud credentials engine is enabled' '--credential-type:What the role gives: required, but for the legacy parameters' '--role-arns:Roles that may be assumed: required for assumed_role, only there' '--policy-arns:Managed policies: attached to a created user, a filter for assumed_role and federation_token' '--policy-document:Policy document (JSON), used like the policies' '--iam-groups:Groups that created users join; else their policies are combined with the others' '--iam-tags:Tags of created users' '--default-sts-ttl:Lifetime when a request names none (assumed_role, federation_token)' '--max-sts-ttl:Requests are capped at this lifetime (assumed_role, federation_token)' '--user-path:Path of created users (iam_user)' '--permissions-boundary-arn:Permissions boundary of created users (iam_user)' '--mfa-serial-number:ARN or number of the MFA device; required only where the user has one' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!cloud-role') ;;
    ('cloud role show') flags=('--mount:Path at which the cloud credentials engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!cloud-role') ;;
    ('cloud role list') flags=('--mount:Path at which the cloud credentials engine is enabled' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('cloud role delete') flags=('--mount:Path at which the cloud credentials engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!cloud-role') ;;
    ('cloud creds') flags=('--mount:Path at which the cloud credentials engine is enabled' '--role-arn:Role to assume, one of those of the role; required when it has several' '--role-session-name:Session name, truncated to 64 characters' '--ttl:Lifetime; not for iam_user. Limits of the provider apply' '--mfa-code:One-time code; required when the role has an MFA device' '--keep-token:Leave the services'\'' tokens in COMMAND'\''s environment' '--map:Give COMMAND only these fields of the reply' '--env-prefix:Put this before the names of COMMAND'\''s variables' '--cache:Keep one credential for -o credential-process' '--min-ttl:Replace a kept credential that ends sooner' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!cloud-role') tail=1 ;;
    ('cloud sts') flags=('--mount:Path at which the cloud credentials engine is enabled' '--role-arn:Role to assume, one of those of the role; required when it has several' '--role-session-name:Session name, truncated to 64 characters' '--ttl:Lifetime; not for iam_user. Limits of the provider apply' '--mfa-code:One-time code; required when the role has an MFA device' '--keep-token:Leave the services'\'' tokens in COMMAND'\''s environment' '--map:Give COMMAND only these fields of the reply' '--env-prefix:Put this before the names of COMMAND'\''s variables' '--cache:Keep one credential for -o credential-process' '--min-ttl:Replace a kept credential that ends sooner' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!cloud-role') tail=1 ;;
    ('cloud static-role write') flags=('--mount:Path at which the cloud credentials engine is enabled' '--username:The existing user' '--rotation-period:How often the key is rotated: 24h, 86400; at least 1 minute' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!cloud-static-role') ;;
    ('cloud static-role update') flags=('--mount:Path at which the cloud credentials engine is enabled' '--rotation-period:How often the key is rotated: 24h, 86400; at least 1 minute' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!cloud-static-role') ;;
    ('cloud static-role show') flags=('--mount:Path at which the cloud credentials engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!cloud-static-role') ;;
    ('cloud static-role delete') flags=('--mount:Path at which the cloud credentials engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!cloud-static-role') ;;
    ('cloud static-creds') flags=('--mount:Path at which the cloud credentials engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!cloud-static-role') ;;
    ('ldap config set') flags=('--mount:Path at which the directory engine is enabled' '--binddn:DN of the bind account' '--bindpass:Password of the bind account: @file, - or env:NAME' '--ldap-url:Server; a comma-delineated list is tried in order when connecting fails' '--password-policy:Name of the password policy; must exist when passwords are generated' '--schema:Schema of the directory' '--userdn:Base DN of the user search of libraries and static roles' '--userattr:Search attribute' '--upndomain:Domain of the UPN [binddn]@[upndomain] for authentication' '--request-timeout:Limit of a request to the directory' '--starttls:Issue StartTLS on an unencrypted connection' '--no-starttls:Not: Issue StartTLS on an unencrypted connection' '--insecure-tls:The service does not verify the certificate of the directory' '--no-insecure-tls:Not: The service does not verify the certificate of the directory' '--certificate:CA certificate of the directory, PEM' '--client-tls-cert:Client certificate, PEM' '--client-tls-key:Key of the client certificate, PEM' '--skip-static-role-import-rotation:New static roles keep the present password unless they say otherwise' '--no-skip-static-role-import-rotation:Not: New static roles keep the present password unless they say otherwise' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('ldap config show') flags=('--mount:Path at which the directory engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('ldap config delete') flags=('--mount:Path at which the directory engine is enabled' '--confirm:The name that would have to be typed, for scripts' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('ldap rotate-root') flags=('--mount:Path at which the directory engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('ldap static-role list') flags=('--mount:Path at which the directory engine is enabled' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-static-role') ;;
    ('ldap static-role write') flags=('--mount:Path at which the directory engine is enabled' '--username:The entry, searched below userdn by userattr' '--dn:DN of the entry; takes precedence over the user name' '--rotation-period:How often the password rotates; at least 5 seconds' '--skip-import-rotation:Keep the present password until the first rotation; only at creation' '--no-skip-import-rotation:Not: Keep the present password until the first rotation; only at creation' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-static-role') ;;
    ('ldap static-role update') flags=('--mount:Path at which the directory engine is enabled' '--rotation-period:How often the password rotates; at least 5 seconds' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-static-role') ;;
    ('ldap static-role show') flags=('--mount:Path at which the directory engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-static-role') ;;
    ('ldap static-role delete') flags=('--mount:Path at which the directory engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-static-role') ;;
    ('ldap static-role rotate') flags=('--mount:Path at which the directory engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-static-role') ;;
    ('ldap static-cred') flags=('--mount:Path at which the directory engine is enabled' '--keep-token:Leave the services'\'' tokens in COMMAND'\''s environment' '--map:Give COMMAND only these fields of the reply' '--env-prefix:Put this before the names of COMMAND'\''s variables' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-static-role') tail=1 ;;
    ('ldap role show') flags=('--mount:Path at which the directory engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-role') ;;
    ('ldap role write') flags=('--mount:Path at which the directory engine is enabled' '--creation-ldif:LDIF that creates the entry, stopping at the first error; required for a new role' '--deletion-ldif:LDIF that deletes it after its ttl, going on after errors; required for a new role' '--rollback-ldif:LDIF that undoes a creation that failed (recommended)' '--username-template:Template of .Username' '--default-ttl:Lease of new credentials' '--max-ttl:Longest lease; not above the maximum of the mount' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-role') ;;
    ('ldap role update') flags=('--mount:Path at which the directory engine is enabled' '--creation-ldif:LDIF that creates the entry, stopping at the first error; required for a new role' '--deletion-ldif:LDIF that deletes it after its ttl, going on after errors; required for a new role' '--rollback-ldif:LDIF that undoes a creation that failed (recommended)' '--username-template:Template of .Username' '--default-ttl:Lease of new credentials' '--max-ttl:Longest lease; not above the maximum of the mount' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-role') ;;
    ('ldap role delete') flags=('--mount:Path at which the directory engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-role') ;;
    ('ldap creds') flags=('--mount:Path at which the directory engine is enabled' '--keep-token:Leave the services'\'' tokens in COMMAND'\''s environment' '--map:Give COMMAND only these fields of the reply' '--env-prefix:Put this before the names of COMMAND'\''s variables' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-role') tail=1 ;;
    ('ldap library list') flags=('--mount:Path at which the directory engine is enabled' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-set') ;;
    ('ldap library write') flags=('--mount:Path at which the directory engine is enabled' '--service-account-names:The accounts' '--ttl:Longest single check-out; 0 is unlimited' '--max-ttl:Longest check-out, renewals included; 0 is unlimited' '--disable-check-in-enforcement:Anybody may check in, not only who checked out' '--no-disable-check-in-enforcement:Not: Anybody may check in, not only who checked out' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-set') ;;
    ('ldap library update') flags=('--mount:Path at which the directory engine is enabled' '--service-account-names:The accounts' '--ttl:Longest single check-out; 0 is unlimited' '--max-ttl:Longest check-out, renewals included; 0 is unlimited' '--disable-check-in-enforcement:Anybody may check in, not only who checked out' '--no-disable-check-in-enforcement:Not: Anybody may check in, not only who checked out' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-set') ;;
    ('ldap library show') flags=('--mount:Path at which the directory engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-set') ;;
    ('ldap library delete') flags=('--mount:Path at which the directory engine is enabled' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-set') ;;
    ('ldap library status') flags=('--mount:Path at which the directory engine is enabled' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-set') ;;
    ('ldap library check-out') flags=('--mount:Path at which the directory engine is enabled' '--ttl:How long at most; 0 is unlimited' '--wait:Retry while no account is available' '--wait-timeout:Give up waiting after this long' '--keep-token:Leave the services'\'' tokens in COMMAND'\''s environment' '--map:Give COMMAND only these fields of the reply' '--env-prefix:Put this before the names of COMMAND'\''s variables' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-set') tail=1 ;;
    ('ldap library check-in') flags=('--mount:Path at which the directory engine is enabled' '--lease-id:Check in by revoking this lease of the check-out' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-set' '') variadic=1 ;;
    ('ldap library manage check-in') flags=('--mount:Path at which the directory engine is enabled' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('!ldap-set' '') variadic=1 ;;
    ('job list') flags=('--prefix:Only jobs whose ID starts with this' '--next-token:Only one page, from the X-Svc-NextToken of the previous one' '--per-page:Jobs a page; 0 asks for all in one reply' '--filter:Filter expression: '\''Type == "batch" and Status == "running"'\''' '--meta:Include each job'\''s meta key-value pairs' '--no-meta:Not: Include each job'\''s meta key-value pairs' '--reverse:List in descending order' '--no-reverse:Not: List in descending order' '--stale:Let any server answer, however far behind it is' '--no-stale:Not: Let any server answer, however far behind it is' '--watch:Show it again at every change, until Ctrl-C or --timeout' '--until:End the watch when this holds, of a list for one item' '--limit:Stop after this many jobs' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') ;;
    ('job show') flags=('--stale:Let any server answer, however far behind it is' '--no-stale:Not: Let any server answer, however far behind it is' '--watch:Show it again at every change, until Ctrl-C or --timeout' '--until:End the watch when this holds, of a list for one item' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job register') flags=('--submission:Original source to keep with the version' '--enforce-index:Register only if --check-index is the current index; --check-index implies it' '--no-enforce-index:Not: Register only if --check-index is the current index; --check-index implies it' '--eval-priority:Priority of the evaluation' '--check-index:Register only if this is the current JobModifyIndex; 0: only if the job is new' '--policy-override:Override soft mandatory policies' '--no-policy-override:Not: Override soft mandatory policies' '--preserve-counts:Keep the counts of existing task groups over those of the file' '--no-preserve-counts:Not: Keep the counts of existing task groups over those of the file' '--var:Set an HCL2 variable' '--var-file:Set HCL2 variables from a file' '--wait:Wait for what comes of it' '--wait-timeout:Give up waiting after this long' '--for:What to wait for' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('/') ;;
    ('job update') flags=('--submission:Original source to keep with the version' '--enforce-index:Register only if --check-index is the current index; --check-index implies it' '--no-enforce-index:Not: Register only if --check-index is the current index; --check-index implies it' '--eval-priority:Priority of the evaluation' '--check-index:Register only if this is the current JobModifyIndex; 0: only if the job is new' '--policy-override:Override soft mandatory policies' '--no-policy-override:Not: Override soft mandatory policies' '--var:Set an HCL2 variable' '--var-file:Set HCL2 variables from a file' '--wait:Wait for what comes of it' '--wait-timeout:Give up waiting after this long' '--for:What to wait for' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job' '/') ;;
    ('job plan') flags=('--job-id:Job to plan for' '--diff:Include the diff; --no-diff leaves it out' '--no-diff:Not: Include the diff; --no-diff leaves it out' '--policy-override:Override soft mandatory policies' '--no-policy-override:Not: Override soft mandatory policies' '--var:Set an HCL2 variable' '--var-file:Set HCL2 variables from a file' '--detailed-exitcode:Exit 0: no changes, 11: changes, 12: something cannot be placed' '--full:Show every field of what is added or removed' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('/') ;;
    ('job parse') flags=('--canonicalize:Fill unset fields with defaults' '--no-canonicalize:Not: Fill unset fields with defaults' '--variables:HCL2 variables in var-file format' '--variable-flags:Variables as key=value, sent as they are' '--hcl-v1:Use the legacy parser' '--no-hcl-v1:Not: Use the legacy parser' '--var:Set an HCL2 variable' '--var-file:Set HCL2 variables from a file' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('/') ;;
    ('job submission') flags=('--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job' '') ;;
    ('job versions') flags=('--diffs:Populate Diffs: what each version changed' '--no-diffs:Not: Populate Diffs: what each version changed' '--stale:Let any server answer, however far behind it is' '--no-stale:Not: Let any server answer, however far behind it is' '--watch:Show it again at every change, until Ctrl-C or --timeout' '--until:End the watch when this holds, of a list for one item' '--sort:Order; a leading - reverses it' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job allocations') flags=('--all:Include records of an earlier job with the same ID that was deregistered' '--no-all:Not: Include records of an earlier job with the same ID that was deregistered' '--stale:Let any server answer, however far behind it is' '--no-stale:Not: Let any server answer, however far behind it is' '--watch:Show it again at every change, until Ctrl-C or --timeout' '--until:End the watch when this holds, of a list for one item' '--sort:Order; a leading - reverses it' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job evaluations') flags=('--stale:Let any server answer, however far behind it is' '--no-stale:Not: Let any server answer, however far behind it is' '--watch:Show it again at every change, until Ctrl-C or --timeout' '--until:End the watch when this holds, of a list for one item' '--sort:Order; a leading - reverses it' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job deployments') flags=('--all:Include records of an earlier job with the same ID that was deregistered' '--no-all:Not: Include records of an earlier job with the same ID that was deregistered' '--stale:Let any server answer, however far behind it is' '--no-stale:Not: Let any server answer, however far behind it is' '--watch:Show it again at every change, until Ctrl-C or --timeout' '--until:End the watch when this holds, of a list for one item' '--sort:Order; a leading - reverses it' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job deployment') flags=('--stale:Let any server answer, however far behind it is' '--no-stale:Not: Let any server answer, however far behind it is' '--watch:Show it again at every change, until Ctrl-C or --timeout' '--until:End the watch when this holds, of a list for one item' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job summary') flags=('--stale:Let any server answer, however far behind it is' '--no-stale:Not: Let any server answer, however far behind it is' '--watch:Show it again at every change, until Ctrl-C or --timeout' '--until:End the watch when this holds, of a list for one item' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job scale-status') flags=('--stale:Let any server answer, however far behind it is' '--no-stale:Not: Let any server answer, however far behind it is' '--watch:Show it again at every change, until Ctrl-C or --timeout' '--until:End the watch when this holds, of a list for one item' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job services') flags=('--stale:Let any server answer, however far behind it is' '--no-stale:Not: Let any server answer, however far behind it is' '--watch:Show it again at every change, until Ctrl-C or --timeout' '--until:End the watch when this holds, of a list for one item' '--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job actions') flags=('--where:Only objects that satisfy '\''FIELD OP VALUE'\''; repeatable' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job dispatch') flags=('--idempotency-token:Prevents more than one dispatch' '--id-prefix-template:Prefix of the dispatched job'\''s ID' '--payload:Payload: text, @file, or - for standard input' '--meta:Meta of the instance' '--wait:Wait for what comes of it' '--wait-timeout:Give up waiting after this long' '--for:What to wait for' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job periodic force') flags=('--wait:Wait for what comes of it' '--wait-timeout:Give up waiting after this long' '--for:What to wait for' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job scale') flags=('--message:Why, persisted with the scaling event' '--error:Record an error instead of a count, persisted with the scaling event' '--meta:JSON persisted with the scaling event' '--policy-override:Override soft mandatory policies' '--no-policy-override:Not: Override soft mandatory policies' '--wait:Wait for what comes of it' '--wait-timeout:Give up waiting after this long' '--for:What to wait for' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job' '!group' '') ;;
    ('job evaluate') flags=('--force-reschedule:Reschedule failed allocations at once, past their limit and delay' '--no-force-reschedule:Not: Reschedule failed allocations at once, past their limit and delay' '--wait:Wait for what comes of it' '--wait-timeout:Give up waiting after this long' '--for:What to wait for' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job revert') flags=('--enforce-prior-version:Revert only if this is the current version' '--mesh-token:Service-mesh token for identity checking' '--secrets-token:Secrets-store token for policy checking' '--wait:Wait for what comes of it' '--wait-timeout:Give up waiting after this long' '--for:What to wait for' '--to:Choose the version, and show first what that changes' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--unset:Send null for a parameter' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job' '') ;;
    ('job start') flags=('--job-version:Version of the job' '--enforce-prior-version:Revert only if this is the current version' '--mesh-token:Service-mesh token for identity checking' '--secrets-token:Secrets-store token for policy checking' '--wait:Wait for what comes of it' '--wait-timeout:Give up waiting after this long' '--for:What to wait for' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--unset:Send null for a parameter' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job diff') flags=('--detailed-exitcode:Exit 0: no difference, 11: differences' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job' '' '') ;;
    ('job stable') flags=('--stable:Whether the version is stable' '--no-stable:Not: Whether the version is stable' '--force:Also a version that is not the current one, and would become it on a real server' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job' '') ;;
    ('job stop') flags=('--eval-priority:Priority of the evaluation' '--global:Stop a multi-region job in all its regions' '--no-global:Not: Stop a multi-region job in all its regions' '--purge:Remove it at once: it cannot be read afterwards' '--no-purge:Not: Remove it at once: it cannot be read afterwards' '--no-shutdown-delay:Ignore shutdown_delay: connections to stopping allocations fail' '--wait:Wait for what comes of it' '--wait-timeout:Give up waiting after this long' '--for:What to wait for' '--confirm:The name that would have to be typed, for scripts' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') ;;
    ('job wait') flags=('--job-version:Version to wait for' '--for:What to wait for' '--wait-timeout:Give up waiting after this long' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job') variadic=1 ;;
    ('job action') flags=('--alloc-id:Allocation: its ID, or the first characters of it' '--task:Task that defines the action' '--tty:Allocate a terminal' '--no-tty:Not: Allocate a terminal' '--ws-handshake:Send the token in the first frame and not in a header' '--no-ws-handshake:Not: Send the token in the first frame and not in a header' '--stdin:Pass standard input on; --no-stdin closes it at once' '--namespace:Namespace of the jobs service' '--region:Region of the jobs service') places=('!job' '!action') ;;
    ('lease lookup') flags=('--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('') ;;
    ('lease renew') flags=('--increment:How long from now' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('') ;;
    ('lease revoke') flags=('--sync:Wait until it is done' '--no-sync:Not: Wait until it is done' '--set:Set a body field that has no flag: path=json; a path from / is a JSON pointer' '--body:Merge the flags into this JSON body' '--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('') ;;
    ('lease unwrap') flags=('--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') places=('@') ;;
    ('lease recover') flags=('--namespace:Namespace of the secrets service' '--wrap-ttl:Have the reply wrapped in a single-use token' '--fail-on-warning:Exit 1 when the server warns') ;;
    ('export') flags=('--dir:Write a file for each object into this folder' '--organization:Organization of the workspaces' '--namespace:Namespace of the jobs, or of the secrets engines' '--mount:Mount of the secrets engine') places=('') variadic=1 ;;
    ('diff') flags=('--detailed-exitcode:Exit 11 when something differs' '--full:Show every field that differs' '--ignore:Leave out a setting or part of a kind' '--unmanaged:List objects of a kind that no file names' '--plan-out:Write a plan that apply carries out exactly' '--organization:Organization of the workspaces' '--namespace:Namespace of the jobs, or of the secrets engines' '--mount:Mount of the secrets engine' '--exclude:Leave out files of folders that match' '--only:Only these settings and parts' '--var:Variable of the job files that declare it' '--var-file:File of variables for the job files' '--preserve-counts:Keep the present counts of task groups') places=('/') variadic=1 ;;
    ('status') flags=('--expires-within:How soon is soon, for certificates' '--detailed-exitcode:Exit 11 when something needs a person') ;;
    ('profile set') flags=('--read-only:Allow reads only: no changes, no credentials; undone in the file of the profiles' '--workspaces-url:Base URL of the workspaces service' '--workspaces-product:What the server is; detect asks it' '--workspaces-token-from:Token source: env:NAME, file:PATH or command:["word", ...]' '--workspaces-ca-file:PEM file of the CA to trust' '--workspaces-client-cert:PEM file of the client certificate' '--workspaces-client-key:PEM file of its key' '--workspaces-server-name:Server name that the certificate must have' '--workspaces-allow-http:Send the token over plain HTTP to another machine' '--secrets-url:Base URL of the secrets service' '--secrets-product:What the server is; detect asks it' '--secrets-token-from:Token source: env:NAME, file:PATH or command:["word", ...]' '--secrets-ca-file:PEM file of the CA to trust' '--secrets-client-cert:PEM file of the client certificate' '--secrets-client-key:PEM file of its key' '--secrets-server-name:Server name that the certificate must have' '--secrets-allow-http:Send the token over plain HTTP to another machine' '--jobs-url:Base URL of the jobs service' '--jobs-product:What the server is; detect asks it' '--jobs-token-from:Token source: env:NAME, file:PATH or command:["word", ...]' '--jobs-ca-file:PEM file of the CA to trust' '--jobs-client-cert:PEM file of the client certificate' '--jobs-client-key:PEM file of its key' '--jobs-server-name:Server name that the certificate must have' '--jobs-allow-http:Send the token over plain HTTP to another machine' '--default-organization:Organization of bare workspace names' '--secrets-namespace:Namespace of the secrets service' '--jobs-namespace:Namespace of the jobs service' '--jobs-region:Region of the jobs service' '--pki-mount:Mount of the certificate engine; more for status' '--ldap-mount:Mount of the directory engine; more for status' '--cloud-mount:Mount of the cloud engine; more for status') places=('!profile') ;;
    ('profile show') flags=() places=('!profile') ;;
    ('profile list') flags=() ;;
    ('profile use') flags=() places=('!profile') ;;
    ('profile delete') flags=() places=('!profile') ;;
    ('profile explain') flags=() places=('=workspaces secrets jobs') ;;
    ('auth login') flags=() places=('=workspaces secrets jobs') ;;
    ('auth logout') flags=() places=('=workspaces secrets jobs') ;;
    ('auth status') flags=() ;;
    ('api') flags=('--no-token:Send no token, for example to log in' '--data:JSON body') places=('=workspaces secrets jobs' '=GET POST PUT PATCH DELETE LIST' '') ;;
    ('batch run') flags=('--parallel:Items in flight at once' '--rate:Items started in a second, 0 for no limit' '--journal:Write intent and result of every item to this file' '--resume:Go on with the journal of an earlier run' '--retry-unknown:With --resume, send items of unknown outcome again' '--stop-on-error:Start nothing more after a failure') places=('/') ;;
    ('sandbox start') flags=('--port:Port on 127.0.0.1' '--empty:Start without the demo state' '--fault:Inject a fault: 429:3, 503:2@/organizations, reset:1, lost:1, slow:200ms') ;;
    ('sandbox exec') flags=('--port:Port on 127.0.0.1' '--empty:Start without the demo state' '--fault:Inject a fault: 429:3, 503:2@/organizations, reset:1, lost:1, slow:200ms' '--as:Whose token the command gets') tail=1 ;;
    ('doctor') flags=() places=('=workspaces secrets jobs') ;;
    ('completion') flags=() places=('=bash zsh fish powershell') ;;
    ('completion install') flags=() places=('=bash zsh fish powershell') ;;
    ('man install') flags=() ;;
    ('manifest') flags=('--command:Only this command, or those of a group' '--schema:The JSON Schema of files with objects of this kind') ;;
    ('mcp') flags=('--toolset:Only these groups or parts of them: job, pki-role' '--allow:Serve more than reads: changes, credentials, or a command' '--sandbox:Serve a sandbox that lives as long as this does') ;;
    (*) return 1 ;;
  esac
}

_trivet_value() {
  spec=-
  case $2 in
    (--access-key)) spec='' ;;
    (--agent-pool-id)) spec='' ;;
    (--alloc-id)) spec='!allocation' ;;
    (--allow)) spec='' ;;
    (--allowed-domains)) spec='' ;;
    (--allowed-other-sans)) spec='' ;;
    (--allowed-serial-numbers)) spec='' ;;
    (--allowed-uri-sans)) spec='' ;;
    (--alt-names)) spec='' ;;
    (--arn)) spec='' ;;
    (--as)) spec='=owner operator reader organization' ;;
    (--auto-destroy-activity-duration)) spec='' ;;
    (--auto-destroy-at)) spec='' ;;
    (--base-url)) spec='' ;;
    (--before)) spec='' ;;
    (--binddn)) spec='' ;;
    (--bindpass)) spec='@' ;;
    (--body)) spec='@' ;;
    (--by)) spec='=id name' ;;
    (--ca-file)) spec='/' ;;
    (--certificate)) spec='@' ;;
    (--check-index)) spec='' ;;
    (--client-tls-cert)) spec='@' ;;
    (--client-tls-key)) spec='@' ;;
    (--cloud-mount)) spec='' ;;
    (--color)) spec='=auto always never' ;;
    (--command)) spec='' ;;
    (--common-name)) spec='' ;;
    (--confirm)) spec='' ;;
    (--connection-timeout)) spec='' ;;
    (--country)) spec='' ;;
    (--creation-ldif)) spec='@' ;;
    (--credential-type)) spec='=iam_user assumed_role federation_token session_token' ;;
    (--crl)) spec='/' ;;
    (--crl-distribution-points)) spec='' ;;
    (--csr)) spec='@' ;;
    (--data)) spec='@' ;;
    (--default-organization)) spec='' ;;
    (--default-sts-ttl)) spec='' ;;
    (--default-ttl)) spec='' ;;
    (--delete-older-than-days)) spec='' ;;
    (--deletion-ldif)) spec='@' ;;
    (--description)) spec='@' ;;
    (--dir)) spec='/' ;;
    (--dn)) spec='' ;;
    (--end-time)) spec='' ;;
    (--enforce-prior-version)) spec='' ;;
    (--engine-version)) spec='' ;;
    (--env-prefix)) spec='' ;;
    (--error)) spec='@' ;;
    (--eval-priority)) spec='' ;;
    (--exclude)) spec='' ;;
    (--exec)) spec='' ;;
    (--execution-mode)) spec='=remote local agent' ;;
    (--expires-within)) spec='' ;;
    (--expiry)) spec='' ;;
    (--ext-key-usage)) spec='' ;;
    (--ext-key-usage-oids)) spec='' ;;
    (--fault)) spec='' ;;
    (--field)) spec='' ;;
    (--fields))
      case $1 in
        ('workspace create' | 'workspace list' | 'workspace show' | 'workspace update' | 'workspace lock' | 'workspace unlock' | 'workspace force-unlock' | 'workspace ssh-key assign' | 'workspace ssh-key unassign' | 'workspace consumer list') spec=',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars' ;;
        ('job register' | 'job update' | 'job scale' | 'job evaluate' | 'job revert' | 'job start' | 'job stop') spec=',JobID EvalID EvalCreateIndex JobModifyIndex Warnings Index KnownLeader LastContact NextToken VolumeEvalID VolumeEvalIndex job namespace version deployment result reason' ;;
        ('pki issue' | 'pki root sign-intermediate' | 'pki root sign-self-issued' | 'pki sign' | 'pki renew' | 'pki sign-verbatim') spec=',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable' ;;
        ('pki ca show' | 'pki ca chain' | 'pki cert download' | 'pki crl show') spec=',pem base64' ;;
        ('pki role list' | 'cloud role list' | 'ldap static-role list' | 'ldap library list') spec=',key' ;;
        ('message create' | 'message show' | 'message update') spec=',id title status type authenticated active start_time end_time link options message' ;;
        ('pki role write' | 'pki role update' | 'pki role show') spec=',ttl max_ttl allow_localhost allowed_domains allowed_domains_template allow_bare_domains allow_subdomains allow_glob_domains allow_wildcard_certificates allow_any_name enforce_hostnames allow_ip_sans allowed_uri_sans allowed_uri_sans_template allowed_other_sans allowed_serial_numbers server_flag client_flag code_signing_flag email_protection_flag key_type key_bits signature_bits key_usage ext_key_usage ext_key_usage_oids use_csr_common_name use_csr_sans ou organization country locality province street_address postal_code generate_lease no_store require_cn policy_identifiers basic_constraints_valid_for_non_ca not_before_duration not_after allow_globs_in_identity_templates allow_token_displayname allowed_ip_sans_cidr allowed_user_ids cn_validations issuer_ref not_after_bound not_before not_before_bound use_pss' ;;
        ('cloud static-role write' | 'cloud static-role update' | 'cloud static-role show') spec=',name username id rotation_period' ;;
        ('job show' | 'job parse' | 'job versions') spec=',ID Name Namespace Type Priority Status StatusDescription Stop ParentID JobModifyIndex SubmitTime Datacenters NodePool Multiregion Meta CreateIndex ModifyIndex Region Version Stable TaskGroups Periodic Periodic.Enabled Periodic.Spec Periodic.Specs Periodic.SpecType Periodic.ProhibitOverlap Periodic.TimeZone ParameterizedJob Affinities AllAtOnce Constraints ConsulNamespace ConsulToken VaultNamespace VaultToken DispatchIdempotencyToken Dispatched Migrate NomadTokenID Payload Reschedule Spreads UI Update VersionTag VersionTag.Name VersionTag.Description VersionTag.TaggedTime' ;;
        ('workspace retention-policy show' | 'workspace retention-policy set') spec=',id type delete-older-than-n-days deleteOlderThanNDays set-on target' ;;
        ('pki ca import' | 'pki intermediate set-signed') spec=',imported_issuers imported_keys existing_issuers existing_keys mapping' ;;
        ('pki crl config show' | 'pki crl config set') spec=',expiry disable auto_rebuild auto_rebuild_grace_period allow_expired_cert_revocation enable_delta delta_rebuild_interval ocsp_disable ocsp_expiry' ;;
        ('pki urls show' | 'pki urls set') spec=',issuing_certificates crl_distribution_points ocsp_servers delta_crl_distribution_points enable_templating' ;;
        ('cloud creds' | 'cloud sts') spec=',access_key secret_key security_token session_token arn ttl lease_id lease_duration renewable' ;;
        ('ldap library check-in' | 'ldap library manage check-in') spec=',account' ;;
        ('job deployments' | 'job deployment') spec=',ID Namespace JobID JobVersion JobModifyIndex JobSpecModifyIndex JobCreateIndex Status StatusDescription TaskGroups EvalPriority IsMultiregion CreateTime ModifyTime CreateIndex ModifyIndex' ;;
        ('lease renew' | 'lease unwrap') spec=',lease_id lease_duration renewable' ;;
        ('profile show' | 'profile list') spec=',name current organization readOnly workspaces.url workspaces.product workspaces.token.kind workspaces.namespace workspaces.caFile workspaces.clientCert workspaces.clientKey workspaces.serverName workspaces.allowHttp secrets.url secrets.product secrets.token.kind secrets.namespace secrets.caFile secrets.clientCert secrets.clientKey secrets.serverName secrets.allowHttp jobs.url jobs.product jobs.token.kind jobs.namespace jobs.caFile jobs.clientCert jobs.clientKey jobs.serverName jobs.allowHttp secrets.mounts.pki secrets.mounts.ldap secrets.mounts.cloud jobs.region' ;;
        ('workspace tag list') spec=',id type name instance-count organization' ;;
        ('message list') spec=',key title status type authenticated active start_time end_time' ;;
        ('pki cert show') spec=',certificate revocation_time revocation_time_rfc3339 issuer_id ca_chain' ;;
        ('pki cert list') spec=',key common_name dns_names issuer key_type key_bits not_before not_after' ;;
        ('pki intermediate generate') spec=',csr private_key private_key_type key_id' ;;
        ('pki revoke') spec=',state revocation_time revocation_time_rfc3339' ;;
        ('pki root generate') spec=',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable issuer_id issuer_name key_id key_name' ;;
        ('pki tidy-status') spec=',state message error time_started time_finished cert_store_deleted_count revoked_cert_deleted_count tidy_cert_store tidy_revoked_certs safety_buffer acme_account_deleted_count acme_account_revoked_count acme_account_safety_buffer acme_orders_deleted_count current_cert_store_count current_revoked_cert_count internal_backend_uuid issuer_safety_buffer last_auto_tidy_finished missing_issuer_cert_count page_size pause_duration revoked_safety_buffer tidy_acme tidy_expired_issuers tidy_invalid_certs tidy_move_legacy_ca_bundle tidy_revoked_cert_issuer_associations total_acme_account_count' ;;
        ('pki inspect') spec=',serial common_name names subject issuer not_before not_after days_left key signature ca sha256 revoked' ;;
        ('pki verify') spec=',check status detail' ;;
        ('pki inventory') spec=',serial common_name names subject issuer not_before not_after days_left key ca revoked revoked_at superseded due mount' ;;
        ('cloud config show') spec=',access_key region iam_endpoint sts_endpoint sts_region max_retries username_template role_arn identity_token_audience identity_token_ttl' ;;
        ('cloud config rotate-root') spec=',access_key' ;;
        ('cloud lease show') spec=',lease lease_max' ;;
        ('cloud role show') spec=',name credential_type role_arns policy_arns policy_document iam_groups iam_tags default_sts_ttl max_sts_ttl user_path permissions_boundary_arn mfa_serial_number invalid_data external_id session_tags' ;;
        ('cloud static-creds') spec=',access_key secret_key security_token expiration' ;;
        ('ldap config show') spec=',url binddn schema userdn userattr upndomain password_policy length starttls insecure_tls request_timeout connection_timeout skip_static_role_import_rotation last_bind_password_rotation certificate client_tls_cert anonymous_group_search case_sensitive_names deny_null_bind dereference_aliases discoverdn groupattr groupdn groupfilter max_page_size tls_min_version tls_max_version use_token_groups userfilter username_as_alias' ;;
        ('ldap static-role show') spec=',role_name username dn rotation_period last_vault_rotation' ;;
        ('ldap static-cred') spec=',username dn password last_password ttl rotation_period last_vault_rotation' ;;
        ('ldap role show') spec=',role_name default_ttl max_ttl username_template creation_ldif deletion_ldif rollback_ldif' ;;
        ('ldap creds') spec=',username password distinguished_names lease_id lease_duration renewable' ;;
        ('ldap library show') spec=',set_name service_account_names ttl max_ttl disable_check_in_enforcement' ;;
        ('ldap library status') spec=',account available borrower_entity_id borrower_client_token' ;;
        ('ldap library check-out') spec=',service_account_name password lease_id lease_duration renewable' ;;
        ('job list') spec=',ID Name Namespace Type Priority Status StatusDescription Stop ParentID JobModifyIndex SubmitTime Datacenters NodePool Multiregion Meta CreateIndex ModifyIndex JobSummary Periodic ParameterizedJob' ;;
        ('job plan') spec=',JobModifyIndex Annotations Annotations.DesiredTGUpdates Annotations.PreemptedAllocs CreatedEvals Diff Diff.Type Diff.ID Diff.Fields Diff.Objects Diff.TaskGroups FailedTGAllocs NextPeriodicLaunch Warnings Index KnownLeader LastContact NextToken' ;;
        ('job submission') spec=',JobID Namespace Version JobModifyIndex Format Source VariableFlags Variables' ;;
        ('job allocations') spec=',ID Name Namespace EvalID NodeID NodeName JobID JobType JobVersion TaskGroup DesiredStatus DesiredDescription DesiredTransition ClientStatus ClientDescription DeploymentStatus FollowupEvalID NextAllocation PreemptedAllocations PreemptedByAllocation RescheduleTracker TaskStates AllocatedResources CreateTime ModifyTime CreateIndex ModifyIndex' ;;
        ('job evaluations') spec=',ID Namespace JobID JobModifyIndex Type TriggeredBy Status StatusDescription Priority BlockedEval PreviousEval NextEval DeploymentID NodeID NodeModifyIndex Wait WaitUntil ClassEligibility EscapedComputedClass FailedTGAllocs QueuedAllocations PlanAnnotations SnapshotIndex QuotaLimitReached AnnotatePlan CreateTime ModifyTime CreateIndex ModifyIndex' ;;
        ('job summary') spec=',group Queued Starting Running Complete Failed Lost Unknown' ;;
        ('job scale-status') spec=',group Desired Placed Running Healthy Unhealthy Events' ;;
        ('job services') spec=',ID ServiceName Namespace Address Port Tags Datacenter JobID NodeID AllocID CreateIndex ModifyIndex' ;;
        ('job actions') spec=',Name TaskGroupName TaskName Command Args' ;;
        ('job dispatch') spec=',DispatchedJobID EvalID EvalCreateIndex JobCreateIndex Index KnownLeader LastContact NextToken job namespace version deployment result reason' ;;
        ('job periodic force') spec=',JobID EvalID EvalCreateIndex Index KnownLeader LastContact NextToken job namespace version deployment result reason' ;;
        ('job diff') spec=',ID From To Type Fields Objects TaskGroups' ;;
        ('job stable') spec=',Index KnownLeader LastContact NextToken' ;;
        ('job wait') spec=',job namespace version deployment result reason' ;;
        ('lease lookup') spec=',id path issue_time expire_time last_renewal ttl renewable' ;;
        ('diff') spec=',kind name action result fields where reason mount namespace changes plan uncompared' ;;
        ('status') spec=',service kind name scope state detail attention' ;;
        ('profile explain') spec=',service name value source refused' ;;
        ('auth status') spec=',service address product token source problem' ;;
        ('batch run') spec=',item result exit command reason' ;;
        ('doctor') spec=',service check status detail' ;;
        ('manifest') spec=',path group summary effects' ;;
        (*) spec='' ;;
      esac ;;
    (--filter)) spec='' ;;
    (--filter-current-run-status)) spec='' ;;
    (--filter-project-id)) spec='' ;;
    (--for))
      case $1 in
        ('job dispatch' | 'job periodic force') spec='=complete placed dead' ;;
        ('job stop') spec='=dead' ;;
        (*) spec='=healthy placed complete dead promotable' ;;
      esac ;;
    (--format)) spec='=pem der pem_bundle' ;;
    (--header)) spec='' ;;
    (--host)) spec='' ;;
    (--iam-endpoint)) spec='' ;;
    (--iam-groups)) spec='' ;;
    (--iam-tags)) spec='' ;;
    (--id)) spec='' ;;
    (--id-prefix-template)) spec='' ;;
    (--idempotency-token)) spec='' ;;
    (--identity-token-audience)) spec='' ;;
    (--identity-token-ttl)) spec='' ;;
    (--ignore)) spec='' ;;
    (--include)) spec=',current_configuration_version current_configuration_version.ingress_attributes current_run current_run.configuration_version current_run.configuration_version.ingress_attributes current_run.plan locked_by organization outputs project readme' ;;
    (--increment)) spec='' ;;
    (--ip-sans)) spec='' ;;
    (--issuing-certificates)) spec='' ;;
    (--jitter)) spec='' ;;
    (--job-id)) spec='!job' ;;
    (--job-version)) spec='' ;;
    (--jobs-ca-file)) spec='/' ;;
    (--jobs-client-cert)) spec='/' ;;
    (--jobs-client-key)) spec='/' ;;
    (--jobs-namespace)) spec='' ;;
    (--jobs-product)) spec='=documented nomad detect' ;;
    (--jobs-region)) spec='' ;;
    (--jobs-server-name)) spec='' ;;
    (--jobs-token-from)) spec='' ;;
    (--jobs-url)) spec='' ;;
    (--journal)) spec='/' ;;
    (--key-bits)) spec='' ;;
    (--key-type))
      case $1 in
        ('pki role write' | 'pki role update') spec='=rsa ec ed25519 any' ;;
        (*) spec='=rsa ed25519 ec' ;;
      esac ;;
    (--key-usage)) spec='' ;;
    (--layout)) spec='=pem nginx' ;;
    (--ldap-mount)) spec='' ;;
    (--ldap-url)) spec='' ;;
    (--lease)) spec='' ;;
    (--lease-id)) spec='' ;;
    (--lease-max)) spec='' ;;
    (--length)) spec='' ;;
    (--limit)) spec='' ;;
    (--link)) spec='' ;;
    (--locality)) spec='' ;;
    (--managed-key-id)) spec='' ;;
    (--managed-key-name)) spec='' ;;
    (--map)) spec='' ;;
    (--max-path-length)) spec='' ;;
    (--max-retries)) spec='' ;;
    (--max-sts-ttl)) spec='' ;;
    (--max-ttl)) spec='' ;;
    (--mesh-token)) spec='@' ;;
    (--message)) spec='@' ;;
    (--meta))
      case $1 in
        ('job dispatch') spec='' ;;
        ('job scale') spec='@' ;;
        (*) spec='-' ;;
      esac ;;
    (--mfa-code)) spec='@' ;;
    (--mfa-serial-number)) spec='' ;;
    (--min-ttl)) spec='' ;;
    (--mount)) spec='' ;;
    (--name)) spec='' ;;
    (--namespace)) spec='' ;;
    (--new-key)) spec='=ec:256 ec:384 rsa:2048 rsa:3072 rsa:4096 ed25519' ;;
    (--next-token)) spec='' ;;
    (--not-after)) spec='' ;;
    (--not-before-duration)) spec='' ;;
    (--ocsp-servers)) spec='' ;;
    (--only)) spec='' ;;
    (--option)) spec='' ;;
    (--organization)) spec='' ;;
    (--other-sans)) spec='' ;;
    (--ou)) spec='' ;;
    (--out)) spec='/' ;;
    (--output|-o)) spec='=table json jsonl yaml csv tsv md name env export credential-process' ;;
    (--page-number)) spec='' ;;
    (--page-size)) spec='' ;;
    (--parallel)) spec='' ;;
    (--password-policy)) spec='' ;;
    (--payload)) spec='@' ;;
    (--pem-bundle)) spec='@' ;;
    (--per-page)) spec='' ;;
    (--permissions-boundary-arn)) spec='' ;;
    (--permitted-dns-domains)) spec='' ;;
    (--pki-mount)) spec='' ;;
    (--plan-out)) spec='/' ;;
    (--policy)) spec='@' ;;
    (--policy-arns)) spec='' ;;
    (--policy-document)) spec='@' ;;
    (--policy-identifiers)) spec='' ;;
    (--port)) spec='' ;;
    (--postal-code)) spec='' ;;
    (--prefix)) spec='' ;;
    (--private-key-format)) spec='=der pkcs8' ;;
    (--product)) spec='=documented hcp-terraform terraform-enterprise otf vault openbao nomad' ;;
    (--profile)) spec='!profile' ;;
    (--project)) spec='' ;;
    (--province)) spec='' ;;
    (--query)) spec='' ;;
    (--rate)) spec='' ;;
    (--reason)) spec='@' ;;
    (--region)) spec='' ;;
    (--request-timeout)) spec='' ;;
    (--role)) spec='!pki-role' ;;
    (--role-arn)) spec='' ;;
    (--role-arns)) spec='' ;;
    (--role-session-name)) spec='' ;;
    (--rollback-ldif)) spec='@' ;;
    (--rotation-period)) spec='' ;;
    (--safety-buffer)) spec='' ;;
    (--schema))
      case $1 in
        ('manifest') spec='' ;;
        (*) spec='=openldap ad racf' ;;
      esac ;;
    (--search-exclude-tags)) spec='' ;;
    (--search-name)) spec='' ;;
    (--search-tags)) spec='' ;;
    (--search-wildcard-name)) spec='' ;;
    (--secret-key)) spec='@' ;;
    (--secrets-ca-file)) spec='/' ;;
    (--secrets-client-cert)) spec='/' ;;
    (--secrets-client-key)) spec='/' ;;
    (--secrets-namespace)) spec='' ;;
    (--secrets-product)) spec='=documented vault openbao detect' ;;
    (--secrets-server-name)) spec='' ;;
    (--secrets-token)) spec='@' ;;
    (--secrets-token-from)) spec='' ;;
    (--secrets-url)) spec='' ;;
    (--serial-number)) spec='' ;;
    (--service-account-names)) spec='' ;;
    (--set)) spec='' ;;
    (--setting-overwrites)) spec='' ;;
    (--signature-bits)) spec='' ;;
    (--sort))
      case $1 in
        ('job versions') spec='=Version -Version Stable -Stable Stop -Stop Status -Status JobModifyIndex -JobModifyIndex VersionTag.Name -VersionTag.Name SubmitTime -SubmitTime' ;;
        ('job allocations') spec='=ID -ID TaskGroup -TaskGroup JobVersion -JobVersion DesiredStatus -DesiredStatus ClientStatus -ClientStatus NodeName -NodeName EvalID -EvalID CreateTime -CreateTime ModifyTime -ModifyTime TaskStates -TaskStates' ;;
        ('job evaluations') spec='=ID -ID TriggeredBy -TriggeredBy Status -Status StatusDescription -StatusDescription Priority -Priority BlockedEval -BlockedEval DeploymentID -DeploymentID CreateTime -CreateTime' ;;
        ('job deployments') spec='=ID -ID JobVersion -JobVersion Status -Status StatusDescription -StatusDescription CreateTime -CreateTime ModifyTime -ModifyTime' ;;
        (*) spec='=name -name current-run.created-at -current-run.created-at latest-change-at -latest-change-at' ;;
      esac ;;
    (--source-name)) spec='' ;;
    (--source-url)) spec='' ;;
    (--start-time)) spec='' ;;
    (--street-address)) spec='' ;;
    (--sts-endpoint)) spec='' ;;
    (--submission)) spec='@' ;;
    (--tag)) spec='' ;;
    (--tagged)) spec='' ;;
    (--task)) spec='' ;;
    (--timeout)) spec='' ;;
    (--title)) spec='' ;;
    (--to)) spec='=previous stable' ;;
    (--token-file)) spec='/' ;;
    (--toolset)) spec='' ;;
    (--trigger-patterns)) spec='' ;;
    (--trigger-prefixes)) spec='' ;;
    (--trust)) spec='/' ;;
    (--ttl)) spec='' ;;
    (--type)) spec='=banner modal' ;;
    (--unmanaged)) spec='' ;;
    (--unset))
      case $1 in
        ('workspace create') spec=',auto-destroy-at auto-destroy-activity-duration' ;;
        ('workspace update') spec=',auto-destroy-at auto-destroy-activity-duration vcs-repo' ;;
        ('message update') spec=',end-time link option' ;;
        (*) spec=',enforce-prior-version' ;;
      esac ;;
    (--until)) spec='' ;;
    (--upndomain)) spec='' ;;
    (--uri-sans)) spec='' ;;
    (--user-path)) spec='' ;;
    (--userattr)) spec='' ;;
    (--userdn)) spec='' ;;
    (--username)) spec='' ;;
    (--username-template)) spec='@' ;;
    (--var)) spec='' ;;
    (--var-file)) spec='/' ;;
    (--variable-flags)) spec='' ;;
    (--variables)) spec='@' ;;
    (--vcs-repo)) spec='@' ;;
    (--vcs-repo-branch)) spec='' ;;
    (--vcs-repo-identifier)) spec='' ;;
    (--vcs-repo-oauth-token-id)) spec='' ;;
    (--vcs-repo-tags-regex)) spec='' ;;
    (--vcs-repo-vcs-app-installation-id)) spec='' ;;
    (--wait-timeout)) spec='' ;;
    (--where)) spec='' ;;
    (--working-directory)) spec='' ;;
    (--workspaces-ca-file)) spec='/' ;;
    (--workspaces-client-cert)) spec='/' ;;
    (--workspaces-client-key)) spec='/' ;;
    (--workspaces-product)) spec='=documented hcp-terraform terraform-enterprise otf detect' ;;
    (--workspaces-server-name)) spec='' ;;
    (--workspaces-token-from)) spec='' ;;
    (--workspaces-url)) spec='' ;;
    (--wrap-ttl)) spec='' ;;
  esac
}

_trivet_live() {
  local kind=$1 parent=$2 folder profiles file context fresh=
  if [[ -n ${TRIVET_CONFIG_DIR-} ]]; then
    folder=$TRIVET_CONFIG_DIR/cache profiles=$TRIVET_CONFIG_DIR/profiles.json
  else
    [[ -n ${HOME-} ]] || return
    folder=$HOME/.cache/trivet profiles=$HOME/.config/trivet/profiles.json
    [[ ${XDG_CACHE_HOME-} == /* ]] && folder=$XDG_CACHE_HOME/trivet
    [[ ${XDG_CONFIG_HOME-} == /* ]] && profiles=$XDG_CONFIG_HOME/trivet/profiles.json
  fi
  file=$folder/names/$kind
  context="$parent|${(j: :)given}|${TRIVET_PROFILE-}|${TRIVET_WORKSPACES_URL-}|${TRIVET_ORGANIZATION-}|${TFE_ADDRESS-}|${TFE_HOSTNAME-}|${TFE_ORGANIZATION-}|${TFE_ORG-}|${TF_CLOUD_HOSTNAME-}|${TF_CLOUD_ORGANIZATION-}|${TRIVET_SECRETS_URL-}|${TRIVET_SECRETS_NAMESPACE-}|${BAO_ADDR-}|${BAO_NAMESPACE-}|${VAULT_ADDR-}|${VAULT_NAMESPACE-}|${TRIVET_JOBS_URL-}|${TRIVET_JOBS_NAMESPACE-}|${TRIVET_JOBS_REGION-}|${NOMAD_ADDR-}|${NOMAD_NAMESPACE-}|${NOMAD_REGION-}"
  [[ $context == *://*@* ]] && return
  context=${context//[^!-~]/_}
  _trivet_read && return
  if [[ $fresh == no ]]; then
    (command trivet completion candidates $kind $parent $given --context=$context </dev/null >/dev/null 2>&1 &)
    return
  fi
  command trivet completion candidates $kind $parent $given --context=$context </dev/null >/dev/null 2>&1
  _trivet_read || [[ $fresh == no ]] || live=()
}

_trivet_read() {
  local text line expires
  local -a lines
  fresh= live=()
  [[ -f $file && -r $file && ! $profiles -nt $file ]] || return 1
  text=$(<$file) 2>/dev/null
  lines=("${(@f)text}")
  [[ ${lines[1]-} == 'trivet names 1 '* && ${lines[2]-} == "$context" ]] || return 1
  expires=${lines[1]##* }
  [[ -n $expires && $expires != *[^0-9]* && ${#expires} -lt 15 ]] || return 1
  zmodload -F zsh/datetime p:EPOCHSECONDS 2>/dev/null || return 1
  ((EPOCHSECONDS < expires + 600)) || return 1
  for line in "${(@)lines[3,-1]}"; do
    # Nothing that a shell would obey, whoever wrote the file.
    [[ -z $line || $line == -* || $line == *[^A-Za-z0-9._/@:+%-]* ]] || live+=("$line")
  done
  ((EPOCHSECONDS < expires)) && return
  fresh=no
  return 1
}

_trivet_spec() {
  local spec=$1 parent=
  local -a live offered
  case $spec in
    ('='*)
      offered=(${(s: :)${spec#=}})
      compadd -- $offered
      ;;
    (','*)
      offered=(${(s: :)${spec#,}})
      compset -P '*,'
      compadd -S '' -- $offered
      ;;
    ('!'*)
      case $spec in
        ('!allocation' | '!action' | '!group') parent=${typed[1]-} ;;
        ('!workspace') [[ $PREFIX == [A-Za-z0-9_-]##/* ]] && parent=${PREFIX%%/*} ;;
        ('!ldap-static-role' | '!ldap-set')
          [[ $PREFIX == [A-Za-z0-9._/-]##/* ]] && parent=${PREFIX%/*}
          ;;
      esac
      _trivet_live ${spec#!} "$parent"
      compadd -- ${live:#*/}
      compadd -S '' -- ${(M)live:#*/}
      ;;
    ('/') _files ;;
    ('@') compset -P '@' && _files ;;
  esac
}

_trivet_given() {
  case $1 in
    (--profile|--base-url|--token-file|--ca-file|--product|--organization|--namespace|--region|--mount) given+=("$1=$2") ;;
  esac
}

_trivet() {
  emulate -L zsh
  setopt extended_glob no_glob_subst
  local word path_= spec flag= variadic tail open=1
  local -a children flags places typed given
  local -i i known=0
  local -a globals
  globals=('--output:Output format' '--query:JMESPath over the document' '--field:One field, exact bytes' '--fields:Items with only these fields' '--out:Write to a file what stdout would get' '--reveal:Show secrets in tables' '--profile:Profile to use' '--base-url:Base URL of the service' '--token-file:Read the token from a file' '--ca-file:PEM file of the CA to trust' '--header:Header for a gateway in front of the server' '--product:What the server is; decides the names on the wire' '--timeout:Limit of a request with retries, or a watch' '--yes:Answer yes to questions' '--no-input:Never ask; a missing answer is an error' '--dry-run:Show the request instead of sending it' '--curl:Show the request as a curl command' '--no-validate:Report validation errors as warnings and send the request anyway' '--verbose:Show requests and replies on stderr, redacted' '--quiet:Nothing on stderr but errors' '--color:When to colour' '--help:Show help' '--version:Show the version')

  _trivet_children ''
  for ((i = 2; i < CURRENT; i++)); do
    word=${(Q)words[i]}
    case $word in
      (--)
        _trivet_command "$path_" && [[ -n $tail ]] || return 1
        shift $i words
        ((CURRENT -= i))
        _normal -p trivet
        return
        ;;
      (--*=*) _trivet_given "${word%%=*}" "${word#*=}" ;;
      (-?*)
        _trivet_value "$path_" "$word"
        [[ $spec == - ]] && continue
        if ((i + 1 == CURRENT)); then
          flag=$word
        else
          _trivet_given "$word" "${(Q)words[i + 1]}"
          ((i++))
        fi
        ;;
      (*)
        if [[ -n $open && -n ${(M)children:#$word:*} ]]; then
          path_+=${path_:+ }$word
          _trivet_children "$path_"
        else
          open=
          typed+=("$word")
        fi
        ;;
    esac
  done

  if [[ -n $flag ]]; then
    _trivet_value "$path_" "$flag"
    _trivet_spec "$spec"
  elif [[ $PREFIX == --*=* ]]; then
    _trivet_value "$path_" "${PREFIX%%=*}"
    compset -P '*='
    [[ $spec == - ]] && spec='=true false'
    _trivet_spec "$spec"
  else
    _trivet_command "$path_" && known=1
    if [[ $PREFIX == -* ]]; then
      _describe -o flag flags -- globals
    else
      [[ -n $open ]] && (($#children)) && _describe command children
      if ((known)); then
        i=$(($#typed + 1))
        [[ -n $variadic ]] && ((i > $#places)) && i=$#places
        ((i <= $#places)) && _trivet_spec "$places[i]"
      fi
    fi
  fi
}

if [[ $funcstack[1] == _trivet ]]; then _trivet "$@"; else compdef _trivet trivet; fi
