# trivet completion for PowerShell 7. Generated from the catalogue: do not edit.
# Static words are answered here. Live names come from files that "trivet completion candidates" writes,
# waited for 300 ms at most, by reading only.

$script:TrivetChildren = @{
  '' = @('workspace	Infrastructure workspaces: settings, locks, tags, consumers', 'message	Messages of the secrets UI', 'pki	Certificates: CA, roles, issuing, signing, revocation', 'cloud	Cloud credentials: roles, users and tokens on demand', 'ldap	Directory accounts: rotated, created on demand, lent out', 'job	Jobs: plan, register, dispatch, scale, revert, run actions', 'lease	Leases and wrapped replies of the secrets service', 'export	Write objects of the servers as files', 'diff	Compare files with the servers', 'apply	Make the servers match files', 'status	What is locked, failing, waiting, lent or expiring', 'profile	Named sets of servers and their settings', 'auth	Tokens of a profile', 'api	Raw requests to any endpoint of a service', 'batch	Many command lines in one process, resumable', 'sandbox	The three APIs on this machine, for rehearsals', 'doctor	Check addresses, TLS, servers, tokens, permissions and clocks', 'completion	Completion scripts for bash, zsh, fish and PowerShell', 'man	Manual pages of trivet and of each group', 'manifest	Description of every command, for programs', 'mcp	Commands as tools for agents (Model Context Protocol)', 'help	Help for a command or topic')
  'workspace' = @('create	Create a workspace in an organization', 'list	List the workspaces of an organization', 'show	Show a workspace', 'update	Change settings of a workspace', 'delete	Delete a workspace that manages no resources', 'force-delete	Delete a workspace without checking its resources', 'lock	Lock a workspace against runs', 'unlock	Unlock a workspace', 'force-unlock	Unlock a workspace that someone else has locked', 'ssh-key	Commands of ssh-key', 'consumer	Commands of consumer', 'tag	Commands of tag', 'retention-policy	Commands of retention-policy')
  'workspace ssh-key' = @('assign	Assign an SSH key to a workspace', 'unassign	Remove the SSH key of a workspace')
  'workspace consumer' = @('list	List the workspaces that may read the state', 'add	Let workspaces read the state', 'replace	Replace the workspaces that may read the state', 'remove	Stop workspaces from reading the state')
  'workspace tag' = @('list	List the tags of a workspace', 'add	Add tags to a workspace', 'remove	Remove tags from a workspace')
  'workspace retention-policy' = @('show	Show the data retention policy of a workspace', 'set	Set the data retention policy of a workspace', 'delete	Remove the data retention policy of a workspace')
  'message' = @('list	List the custom messages of the UI', 'create	Create a custom message of the UI', 'show	Show a custom message of the UI', 'update	Change a custom message of the UI', 'delete	Delete a custom message of the UI')
  'pki' = @('ca	Commands of ca', 'cert	Commands of cert', 'crl	Commands of crl', 'urls	Commands of urls', 'intermediate	Commands of intermediate', 'issue	Issue a certificate and key under a role', 'revoke	Revoke a certificate', 'role	Commands of role', 'root	Commands of root', 'sign	Sign a certificate request under a role', 'renew	Renew a folder''s certificate and key when due', 'sign-verbatim	Sign a certificate request without checking its names', 'tidy	Remove expired certificates and invalid revocations', 'tidy-status	Show the current or latest tidy', 'inspect	Show certificates of a file, mount or server', 'verify	Check certificate, key and chain in a folder', 'inventory	List certificates with names, expiry and revocation')
  'pki ca' = @('show	Show the CA certificate of a mount', 'chain	Show the CA chain of a mount', 'import	Import a CA certificate and its key')
  'pki cert' = @('show	Show a stored certificate', 'download	Download a stored certificate as bytes', 'list	List the serial numbers of stored certificates')
  'pki crl' = @('config	Commands of config', 'show	Show the revocation list of a mount', 'rotate	Rotate the CRL now')
  'pki crl config' = @('show	Show the CRL configuration', 'set	Set the CRL validity, or disable the CRL')
  'pki urls' = @('show	Show the URLs that issued certificates carry', 'set	Set the URLs that issued certificates carry')
  'pki intermediate' = @('generate	Generate key and request of an intermediate CA', 'set-signed	Import the signed certificate of an intermediate CA')
  'pki role' = @('write	Create or update a role', 'update	Change settings of a role', 'show	Show a role', 'list	List the names of roles', 'delete	Delete a role')
  'pki root' = @('generate	Generate a self-signed CA certificate and its key', 'delete	Delete the CA key of a mount', 'sign-intermediate	Sign the request of an intermediate CA', 'sign-self-issued	Sign a self-issued certificate, to bridge two CAs')
  'cloud' = @('config	Commands of config', 'lease	Commands of lease', 'role	Commands of role', 'creds	Generate credentials from a role', 'sts	Generate token-service credentials from a role', 'static-role	Commands of static-role', 'static-creds	Show the current credentials of a static role')
  'cloud config' = @('set	Set the root configuration of the cloud engine', 'show	Show the root configuration of the cloud engine', 'rotate-root	Rotate the root key of the cloud engine')
  'cloud lease' = @('set	Set how long leases of created users last', 'show	Show how long leases of created users last')
  'cloud role' = @('write	Create or update a cloud role', 'update	Change settings of a cloud role', 'show	Show a cloud role', 'list	List the cloud roles', 'delete	Delete a cloud role')
  'cloud static-role' = @('write	Manage the access key of an existing user', 'update	Change the rotation period of a static role', 'show	Show a static role of the cloud engine', 'delete	Delete a static role; its user stays')
  'ldap' = @('config	Commands of config', 'rotate-root	Rotate the password of the bind account', 'static-role	Commands of static-role', 'static-cred	Show the current credentials of a static role', 'role	Commands of role', 'creds	Create an entry from a dynamic role', 'library	Commands of library')
  'ldap config' = @('set	Set the connection to the directory server', 'show	Show the connection to the directory server', 'delete	Delete the connection to the directory server')
  'ldap static-role' = @('list	List the static roles of the directory engine', 'write	Create or update a static role', 'update	Change the rotation period of a static role', 'show	Show a static role of the directory engine', 'delete	Delete a static role; the entry stays', 'rotate	Rotate the password of a static role now')
  'ldap role' = @('show	Show a dynamic role of the directory engine', 'write	Create or update a dynamic role', 'update	Change settings of a dynamic role', 'delete	Delete a dynamic role of the directory engine')
  'ldap library' = @('list	List the library sets at the top level', 'write	Create or update a library set', 'update	Change settings of a library set', 'show	Show a library set', 'delete	Delete a library set', 'status	Show which accounts of a set are available', 'check-out	Borrow an account of a library set', 'check-in	Check in an account of a library set', 'manage	Commands of manage')
  'ldap library manage' = @('check-in	Check in an account that someone else borrowed')
  'job' = @('list	List jobs', 'show	Show a job', 'status	Show the state of a job', 'register	Register a job or a new version', 'update	Register a new version of a job', 'plan	Show what registering a job would change', 'parse	Parse a job file into JSON', 'submission	Show the job file of a version', 'versions	List the versions of a job', 'allocations	List the allocations of a job', 'evaluations	List the evaluations of a job', 'deployments	List the deployments of a job', 'deployment	Show the most recent deployment of a job', 'summary	Count the allocations of each group by state', 'scale-status	Show counts and scaling events of task groups', 'services	List the services that a job registered', 'actions	List the actions that a job''s tasks define', 'dispatch	Dispatch an instance of a parameterized job', 'periodic	Commands of periodic', 'scale	Change the count of a task group', 'evaluate	Make the scheduler process a job again', 'revert	Go back to an earlier job version', 'start	Start a stopped job as it last ran', 'diff	Compare two versions of a job', 'stable	Mark a job version as stable or not', 'stop	Stop a job and its allocations', 'wait	Wait until jobs are healthy, complete or dead', 'action	Run an action of a job')
  'job periodic' = @('force	Start an instance of a periodic job now')
  'lease' = @('lookup	Show the path and lifetime of a lease', 'renew	Extend a lease', 'revoke	Revoke a lease and its credentials', 'unwrap	Open a wrapped reply with its single-use token', 'recover	Give back what a lend left behind')
  'profile' = @('set	Create a profile or change its settings', 'show	Show the settings of a profile, tokens masked', 'list	List the profiles', 'use	Make a profile the current one', 'delete	Delete a profile and its stored tokens', 'explain	Show where each setting comes from')
  'auth' = @('login	Store a token in a profile', 'logout	Remove a stored token from a profile', 'status	Show the token source of each service')
  'batch' = @('run	Run many command lines; resume after a stop')
  'sandbox' = @('start	Serve the three APIs on a loopback port', 'exec	Run a command against a temporary sandbox')
  'completion' = @('install	Write the completion script to the shell''s folder')
  'man' = @('install	Write the manual pages where man looks')
  'help' = @('exit-codes	Topic', 'environment	Topic', 'output	Topic', 'where	Topic', 'profiles	Topic', 'products	Topic', 'files	Topic', 'lending	Topic', 'flags	Topic', 'workspace	Infrastructure workspaces: settings, locks, tags, consumers', 'message	Messages of the secrets UI', 'pki	Certificates: CA, roles, issuing, signing, revocation', 'cloud	Cloud credentials: roles, users and tokens on demand', 'ldap	Directory accounts: rotated, created on demand, lent out', 'job	Jobs: plan, register, dispatch, scale, revert, run actions', 'lease	Leases and wrapped replies of the secrets service', 'export	Write objects of the servers as files', 'diff	Compare files with the servers', 'apply	Make the servers match files', 'status	What is locked, failing, waiting, lent or expiring', 'profile	Named sets of servers and their settings', 'auth	Tokens of a profile', 'api	Raw requests to any endpoint of a service', 'batch	Many command lines in one process, resumable', 'sandbox	The three APIs on this machine, for rehearsals', 'doctor	Check addresses, TLS, servers, tokens, permissions and clocks', 'completion	Completion scripts for bash, zsh, fish and PowerShell', 'man	Manual pages of trivet and of each group', 'manifest	Description of every command, for programs', 'mcp	Commands as tools for agents (Model Context Protocol)')
}
$script:TrivetGlobals = @('--output	Output format', '--query	Select from the document with a JMESPath expression', '--field	Print one value, byte for byte', '--fields	Print only these parts of each item', '--out	Write standard output to a file', '--reveal	Show secrets in tables', '--profile	Profile to use', '--base-url	Base URL of the service', '--token-file	Read the token from a file', '--ca-file	PEM file of the CA to trust', '--header	Extra request header, for example for a gateway', '--product	Which server implementation to speak to', '--timeout	Time limit of a whole request or watch', '--yes	Answer yes to questions', '--no-input	Never ask; a missing answer is an error', '--dry-run	Show the request instead of sending it', '--curl	Show the request as a curl command', '--no-validate	Report validation errors as warnings and send the request anyway', '--verbose	Show requests and replies on stderr, redacted', '--quiet	Print only errors on standard error', '--color	When to use colours', '--help	Show help', '--version	Show the version')
$script:TrivetFlags = @{
  'workspace create' = @('--agent-pool-id	ID of an agent pool in the organization', '--allow-destroy-plan	Let destroy plans be queued', '--no-allow-destroy-plan	Not: Let destroy plans be queued', '--assessments-enabled	Run health assessments (hosted edition, premium tier)', '--no-assessments-enabled	Not: Run health assessments (hosted edition, premium tier)', '--auto-apply	Apply after plans from VCS, UI or CLI', '--no-auto-apply	Not: Apply after plans from VCS, UI or CLI', '--auto-apply-run-trigger	Apply after plans started by another workspace', '--no-auto-apply-run-trigger	Not: Apply after plans started by another workspace', '--auto-destroy-at	When the next scheduled destroy run starts', '--auto-destroy-activity-duration	Inactivity before destroy runs: 14d or 36h', '--description	Free text', '--execution-mode	Where runs execute; local means state storage only', '--file-triggers-enabled	Start runs only when matching files change', '--no-file-triggers-enabled	Not: Start runs only when matching files change', '--global-remote-state	Let the whole organization read the state', '--no-global-remote-state	Not: Let the whole organization read the state', '--queue-all-runs	Queue VCS-triggered runs right after creation', '--no-queue-all-runs	Not: Queue VCS-triggered runs right after creation', '--speculative-enabled	Allow automatic speculative plans', '--no-speculative-enabled	Not: Allow automatic speculative plans', '--engine-version	Exact version, or a constraint: "~> 1.0.0"', '--trigger-patterns	Globs of monitored files, from the repository root', '--trigger-prefixes	Path prefixes monitored beside the working directory', '--working-directory	Relative path in which runs execute', '--setting-overwrites	Override (true) or inherit (false) a default: execution-mode=false', '--project	ID of the project of the workspace', '--tag	Key-value tag; replaces the whole set: env=prod', '--source-name	Client name, shown as created via', '--source-url	URL of the creating client', '--vcs-repo-identifier	Repository, org/repo or org/project/_git/repo', '--vcs-repo-oauth-token-id	ID of the VCS OAuth connection', '--vcs-repo-branch	Branch of runs; empty: the default branch', '--vcs-repo-ingress-submodules	Fetch submodules when cloning', '--no-vcs-repo-ingress-submodules	Not: Fetch submodules when cloning', '--vcs-repo-tags-regex	Start runs on VCS tags that match', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--unset	Send null for a parameter', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace list' = @('--page-number	Return only this page', '--page-size	Items per page', '--search-name	Fuzzy match on the name', '--search-tags	Only workspaces with all of these tags', '--search-exclude-tags	Only workspaces with none of these tags', '--search-wildcard-name	Partial match with * as prefix, suffix or both', '--sort	Order; a leading - reverses it', '--filter-project-id	Only workspaces of this project', '--filter-current-run-status	Only workspaces whose current run has this status', '--tagged	Only workspaces with this tag: env, or env=prod', '--include	Related resources to return with the workspace', '--limit	Stop after this many items', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace show' = @('--include	Related resources to return with the workspace', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace update' = @('--agent-pool-id	ID of an agent pool in the organization', '--allow-destroy-plan	Let destroy plans be queued', '--no-allow-destroy-plan	Not: Let destroy plans be queued', '--assessments-enabled	Run health assessments (hosted edition, premium tier)', '--no-assessments-enabled	Not: Run health assessments (hosted edition, premium tier)', '--auto-apply	Apply after plans from VCS, UI or CLI', '--no-auto-apply	Not: Apply after plans from VCS, UI or CLI', '--auto-apply-run-trigger	Apply after plans started by another workspace', '--no-auto-apply-run-trigger	Not: Apply after plans started by another workspace', '--auto-destroy-at	When the next scheduled destroy run starts', '--auto-destroy-activity-duration	Inactivity before destroy runs: 14d or 36h', '--description	Free text', '--execution-mode	Where runs execute; local means state storage only', '--file-triggers-enabled	Start runs only when matching files change', '--no-file-triggers-enabled	Not: Start runs only when matching files change', '--global-remote-state	Let the whole organization read the state', '--no-global-remote-state	Not: Let the whole organization read the state', '--queue-all-runs	Queue VCS-triggered runs right after creation', '--no-queue-all-runs	Not: Queue VCS-triggered runs right after creation', '--speculative-enabled	Allow automatic speculative plans', '--no-speculative-enabled	Not: Allow automatic speculative plans', '--engine-version	Exact version, or a constraint: "~> 1.0.0"', '--trigger-patterns	Globs of monitored files, from the repository root', '--trigger-prefixes	Path prefixes monitored beside the working directory', '--working-directory	Relative path in which runs execute', '--setting-overwrites	Override (true) or inherit (false) a default: execution-mode=false', '--project	ID of the project to move to', '--tag	Key-value tag; replaces the whole set: env=prod', '--name	New name, which also changes the URL', '--vcs-repo	Repository settings as one object; --unset vcs-repo disconnects', '--vcs-repo-identifier	Repository, org/repo or org/project/_git/repo', '--vcs-repo-oauth-token-id	ID of the VCS OAuth connection', '--vcs-repo-branch	Branch of runs; empty: the default branch', '--vcs-repo-ingress-submodules	Fetch submodules when cloning', '--no-vcs-repo-ingress-submodules	Not: Fetch submodules when cloning', '--vcs-repo-tags-regex	Start runs on VCS tags that match', '--vcs-repo-vcs-app-installation-id	Installation ID of a VCS application connection', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--unset	Send null for a parameter', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace delete' = @('--wait	Retry while the state is being processed', '--wait-timeout	Give up waiting after this long', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace force-delete' = @('--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace lock' = @('--reason	Why it is locked, for others', '--keep-token	Leave the services'' tokens in COMMAND''s environment', '--map	Give COMMAND only these fields of the reply', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace unlock' = @('--wait	Retry until the latest state version is final', '--wait-timeout	Give up waiting after this long', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace force-unlock' = @('--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace ssh-key assign' = @('--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace ssh-key unassign' = @('--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace consumer list' = @('--page-number	Return only this page', '--page-size	Items per page', '--limit	Stop after this many items', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace consumer add' = @('--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace consumer replace' = @('--none	Replace with the empty list', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace consumer remove' = @('--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace tag list' = @('--page-number	Return only this page', '--page-size	Items per page', '--limit	Stop after this many items', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace tag add' = @('--id	IDs of existing tags', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace tag remove' = @('--id	IDs of existing tags', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace retention-policy show' = @('--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace retention-policy set' = @('--delete-older-than-days	Age in days after which data is deleted', '--dont-delete	Never delete data', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'workspace retention-policy delete' = @('--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--organization	Organization for workspace names without one', '--by	Read workspaces as IDs or as names')
  'message list' = @('--active	Only messages shown now; --no-active: the others', '--no-active	Not: Only messages shown now; --no-active: the others', '--authenticated	Only messages shown after login, or before it', '--no-authenticated	Not: Only messages shown after login, or before it', '--type	Only messages of this type', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'message create' = @('--title	Title of the message', '--message	What is shown: text, @FILE or -', '--start-time	First moment shown: RFC 3339, date, or +2h', '--end-time	Last moment shown: RFC 3339, date, or +2h', '--type	How it is shown', '--authenticated	Show after login; --no-authenticated: before, to anyone', '--no-authenticated	Not: Show after login; --no-authenticated: before, to anyone', '--link	One link below the message', '--option	Custom property of the UI, repeated for more', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'message show' = @('--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'message update' = @('--title	Title of the message', '--message	What is shown: text, @FILE or -', '--start-time	First moment shown: RFC 3339, date, or +2h', '--end-time	Last moment shown: RFC 3339, date, or +2h', '--type	How it is shown', '--authenticated	Show after login; --no-authenticated: before, to anyone', '--no-authenticated	Not: Show after login; --no-authenticated: before, to anyone', '--link	One link below the message', '--option	Custom property of the UI, repeated for more', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--unset	Send null for a parameter', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'message delete' = @('--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki ca show' = @('--mount	Path at which the certificate engine is enabled', '--pem	Print PEM, the default', '--der	Print DER; not to a terminal', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki ca chain' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki ca import' = @('--mount	Path at which the certificate engine is enabled', '--pem-bundle	Unencrypted key and certificates in PEM: @FILE or -', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki cert show' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki cert download' = @('--mount	Path at which the certificate engine is enabled', '--pem	Print PEM, the default', '--der	Print DER; not to a terminal', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki cert list' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki crl config show' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki crl config set' = @('--mount	Path at which the certificate engine is enabled', '--expiry	Validity of a generated CRL', '--disable	Serve an empty CRL', '--no-disable	Not: Serve an empty CRL', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki crl show' = @('--mount	Path at which the certificate engine is enabled', '--pem	Print PEM, the default', '--der	Print DER; not to a terminal', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki crl rotate' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki urls show' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki urls set' = @('--mount	Path at which the certificate engine is enabled', '--issuing-certificates	URLs of the issuing certificate; '''' removes them', '--crl-distribution-points	URLs of the revocation list; '''' removes them', '--ocsp-servers	URLs of OCSP responders; '''' removes them', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki intermediate generate' = @('--mount	Path at which the certificate engine is enabled', '--key-type	Algorithm of the key', '--key-bits	Key size: rsa 2048, 3072, 4096; ec 224-521', '--managed-key-name	Name of the managed key, for kms', '--managed-key-id	UUID of the managed key, for kms', '--common-name	Common name of the certificate', '--alt-names	More host names or email addresses', '--ip-sans	IP addresses', '--uri-sans	URIs', '--other-sans	Custom names that the role allows: <oid>;UTF8:<value>', '--format	Encoding of certificate and key in the reply', '--private-key-format	Encoding of the key, not in a pem_bundle', '--exclude-cn-from-sans	Omit the common name from alternative names', '--no-exclude-cn-from-sans	Not: Omit the common name from alternative names', '--ou	Organizational units (OU) of the subject', '--organization	Organizations (O) of the subject', '--country	Countries (C) of the subject', '--locality	Localities (L) of the subject', '--province	Provinces (ST) of the subject', '--street-address	Street addresses of the subject', '--postal-code	Postal codes of the subject', '--serial-number	Serial number in the subject, not the certificate''s', '--add-basic-constraints	Request CA true explicitly, for old signers', '--no-add-basic-constraints	Not: Request CA true explicitly, for old signers', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki intermediate set-signed' = @('--mount	Path at which the certificate engine is enabled', '--certificate	Signed certificate and chain in PEM: @FILE or -', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki issue' = @('--mount	Path at which the certificate engine is enabled', '--common-name	Common name, required unless require_cn is false', '--alt-names	More host names or email addresses', '--ip-sans	IP addresses', '--uri-sans	URIs', '--other-sans	Custom names that the role allows: <oid>;UTF8:<value>', '--ttl	Validity; not above the role''s max_ttl', '--format	Encoding of certificate and key in the reply', '--private-key-format	Encoding of the key, not in a pem_bundle', '--exclude-cn-from-sans	Omit the common name from alternative names', '--no-exclude-cn-from-sans	Not: Omit the common name from alternative names', '--not-after	End of validity in UTC, to the second', '--serial-number	Serial number in the subject, not the certificate''s', '--layout	File names of --out: separate, or for nginx', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki revoke' = @('--mount	Path at which the certificate engine is enabled', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki role write' = @('--mount	Path at which the certificate engine is enabled', '--ttl	Validity of issued certificates', '--max-ttl	Longest validity', '--allow-localhost	Allow localhost as a common name', '--no-allow-localhost	Not: Allow localhost as a common name', '--allowed-domains	Domains that the other --allow flags refer to', '--allowed-domains-template	Allowed domains may hold templates of access policies', '--no-allowed-domains-template	Not: Allowed domains may hold templates of access policies', '--allow-bare-domains	Allow an allowed domain itself', '--no-allow-bare-domains	Not: Allow an allowed domain itself', '--allow-subdomains	Allow names below an allowed domain, including wildcards', '--no-allow-subdomains	Not: Allow names below an allowed domain, including wildcards', '--allow-glob-domains	Allowed domains may hold globs, across labels', '--no-allow-glob-domains	Not: Allowed domains may hold globs, across labels', '--allow-wildcard-certificates	Allow a wildcard in the left-most label', '--no-allow-wildcard-certificates	Not: Allow a wildcard in the left-most label', '--allow-any-name	Allow any common name, whatever the allowed domains', '--no-allow-any-name	Not: Allow any common name, whatever the allowed domains', '--enforce-hostnames	Require valid host names in names and emails', '--no-enforce-hostnames	Not: Require valid host names in names and emails', '--allow-ip-sans	Allow IP addresses as alternative names', '--no-allow-ip-sans	Not: Allow IP addresses as alternative names', '--allowed-uri-sans	URIs allowed as alternative names, with globs', '--allowed-uri-sans-template	Allowed URIs may hold templates of access policies', '--no-allowed-uri-sans-template	Not: Allowed URIs may hold templates of access policies', '--allowed-other-sans	Custom names to allow: <oid>;UTF8:<value or *>, or *', '--allowed-serial-numbers	Subject serial numbers to allow, with globs', '--server-flag	Extended key usage: server authentication', '--no-server-flag	Not: Extended key usage: server authentication', '--client-flag	Extended key usage: client authentication', '--no-client-flag	Not: Extended key usage: client authentication', '--code-signing-flag	Extended key usage: code signing', '--no-code-signing-flag	Not: Extended key usage: code signing', '--email-protection-flag	Extended key usage: email protection', '--no-email-protection-flag	Not: Extended key usage: email protection', '--key-type	Algorithm of keys; any: only for signing requests', '--key-bits	Key size: rsa 2048, 3072, 4096; ec 224-521', '--signature-bits	SHA-2 bits: 256, 384, 512; 0: by key', '--key-usage	Key usages (case-insensitive); an empty list allows any', '--ext-key-usage	Extended key usages (case-insensitive)', '--ext-key-usage-oids	Extended key usages by OID', '--use-csr-common-name	Signing takes the common name of the request', '--no-use-csr-common-name	Not: Signing takes the common name of the request', '--use-csr-sans	Signing takes the alternative names of the request', '--no-use-csr-sans	Not: Signing takes the alternative names of the request', '--ou	Organizational units (OU) of the subject', '--organization	Organizations (O) of the subject', '--country	Countries (C) of the subject', '--locality	Localities (L) of the subject', '--province	Provinces (ST) of the subject', '--street-address	Street addresses of the subject', '--postal-code	Postal codes of the subject', '--generate-lease	Attach leases to issued certificates', '--no-generate-lease	Not: Attach leases to issued certificates', '--no-store	Issue certificates without storing them', '--require-cn	Issuing needs a common name', '--no-require-cn	Not: Issuing needs a common name', '--policy-identifiers	Policy OIDs', '--basic-constraints-valid-for-non-ca	Mark basic constraints valid in leaf certificates', '--no-basic-constraints-valid-for-non-ca	Not: Mark basic constraints valid in leaf certificates', '--not-before-duration	Backdate the start of validity by this', '--not-after	End of validity in UTC, to the second', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki role update' = @('--mount	Path at which the certificate engine is enabled', '--ttl	Validity of issued certificates', '--max-ttl	Longest validity', '--allow-localhost	Allow localhost as a common name', '--no-allow-localhost	Not: Allow localhost as a common name', '--allowed-domains	Domains that the other --allow flags refer to', '--allowed-domains-template	Allowed domains may hold templates of access policies', '--no-allowed-domains-template	Not: Allowed domains may hold templates of access policies', '--allow-bare-domains	Allow an allowed domain itself', '--no-allow-bare-domains	Not: Allow an allowed domain itself', '--allow-subdomains	Allow names below an allowed domain, including wildcards', '--no-allow-subdomains	Not: Allow names below an allowed domain, including wildcards', '--allow-glob-domains	Allowed domains may hold globs, across labels', '--no-allow-glob-domains	Not: Allowed domains may hold globs, across labels', '--allow-wildcard-certificates	Allow a wildcard in the left-most label', '--no-allow-wildcard-certificates	Not: Allow a wildcard in the left-most label', '--allow-any-name	Allow any common name, whatever the allowed domains', '--no-allow-any-name	Not: Allow any common name, whatever the allowed domains', '--enforce-hostnames	Require valid host names in names and emails', '--no-enforce-hostnames	Not: Require valid host names in names and emails', '--allow-ip-sans	Allow IP addresses as alternative names', '--no-allow-ip-sans	Not: Allow IP addresses as alternative names', '--allowed-uri-sans	URIs allowed as alternative names, with globs', '--allowed-uri-sans-template	Allowed URIs may hold templates of access policies', '--no-allowed-uri-sans-template	Not: Allowed URIs may hold templates of access policies', '--allowed-other-sans	Custom names to allow: <oid>;UTF8:<value or *>, or *', '--allowed-serial-numbers	Subject serial numbers to allow, with globs', '--server-flag	Extended key usage: server authentication', '--no-server-flag	Not: Extended key usage: server authentication', '--client-flag	Extended key usage: client authentication', '--no-client-flag	Not: Extended key usage: client authentication', '--code-signing-flag	Extended key usage: code signing', '--no-code-signing-flag	Not: Extended key usage: code signing', '--email-protection-flag	Extended key usage: email protection', '--no-email-protection-flag	Not: Extended key usage: email protection', '--key-type	Algorithm of keys; any: only for signing requests', '--key-bits	Key size: rsa 2048, 3072, 4096; ec 224-521', '--signature-bits	SHA-2 bits: 256, 384, 512; 0: by key', '--key-usage	Key usages (case-insensitive); an empty list allows any', '--ext-key-usage	Extended key usages (case-insensitive)', '--ext-key-usage-oids	Extended key usages by OID', '--use-csr-common-name	Signing takes the common name of the request', '--no-use-csr-common-name	Not: Signing takes the common name of the request', '--use-csr-sans	Signing takes the alternative names of the request', '--no-use-csr-sans	Not: Signing takes the alternative names of the request', '--ou	Organizational units (OU) of the subject', '--organization	Organizations (O) of the subject', '--country	Countries (C) of the subject', '--locality	Localities (L) of the subject', '--province	Provinces (ST) of the subject', '--street-address	Street addresses of the subject', '--postal-code	Postal codes of the subject', '--generate-lease	Attach leases to issued certificates', '--no-generate-lease	Not: Attach leases to issued certificates', '--no-store	Issue certificates without storing them', '--require-cn	Issuing needs a common name', '--no-require-cn	Not: Issuing needs a common name', '--policy-identifiers	Policy OIDs', '--basic-constraints-valid-for-non-ca	Mark basic constraints valid in leaf certificates', '--no-basic-constraints-valid-for-non-ca	Not: Mark basic constraints valid in leaf certificates', '--not-before-duration	Backdate the start of validity by this', '--not-after	End of validity in UTC, to the second', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki role show' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki role list' = @('--mount	Path at which the certificate engine is enabled', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki role delete' = @('--mount	Path at which the certificate engine is enabled', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki root generate' = @('--mount	Path at which the certificate engine is enabled', '--key-type	Algorithm of the key', '--key-bits	Key size: rsa 2048, 3072, 4096; ec 224-521', '--managed-key-name	Name of the managed key, for kms', '--managed-key-id	UUID of the managed key, for kms', '--common-name	Common name of the certificate', '--alt-names	More host names or email addresses', '--ip-sans	IP addresses', '--uri-sans	URIs', '--other-sans	Custom names that the role allows: <oid>;UTF8:<value>', '--ttl	Validity; within the maximum of mount and system', '--format	Encoding of certificate and key in the reply', '--private-key-format	Encoding of the key, not in a pem_bundle', '--max-path-length	CA levels allowed below; -1: no own limit', '--exclude-cn-from-sans	Omit the common name from alternative names', '--no-exclude-cn-from-sans	Not: Omit the common name from alternative names', '--permitted-dns-domains	Domains (with subdomains) allowed in certificates below', '--ou	Organizational units (OU) of the subject', '--organization	Organizations (O) of the subject', '--country	Countries (C) of the subject', '--locality	Localities (L) of the subject', '--province	Provinces (ST) of the subject', '--street-address	Street addresses of the subject', '--postal-code	Postal codes of the subject', '--serial-number	Serial number in the subject, not the certificate''s', '--not-after	End of validity in UTC, to the second', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki root delete' = @('--mount	Path at which the certificate engine is enabled', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki root sign-intermediate' = @('--mount	Path at which the certificate engine is enabled', '--csr	Certificate request in PEM: @FILE or -', '--common-name	Common name of the certificate', '--alt-names	More host names or email addresses', '--ip-sans	IP addresses', '--uri-sans	URIs', '--other-sans	Custom names that the role allows: <oid>;UTF8:<value>', '--ttl	Validity; may outlast the signing CA', '--format	Encoding of certificate and key in the reply', '--max-path-length	CA levels allowed below; -1: no own limit', '--exclude-cn-from-sans	Omit the common name from alternative names', '--no-exclude-cn-from-sans	Not: Omit the common name from alternative names', '--use-csr-values	Keep subject, names and extensions of the request', '--no-use-csr-values	Not: Keep subject, names and extensions of the request', '--permitted-dns-domains	Domains (with subdomains) allowed in certificates below', '--ou	Organizational units (OU) of the subject', '--organization	Organizations (O) of the subject', '--country	Countries (C) of the subject', '--locality	Localities (L) of the subject', '--province	Provinces (ST) of the subject', '--street-address	Street addresses of the subject', '--postal-code	Postal codes of the subject', '--serial-number	Serial number in the subject, not the certificate''s', '--not-after	End of validity in UTC, to the second', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki root sign-self-issued' = @('--mount	Path at which the certificate engine is enabled', '--certificate	Self-issued CA certificate in PEM: @FILE or -', '--require-matching-certificate-algorithms	Refuse a certificate with another key algorithm', '--no-require-matching-certificate-algorithms	Not: Refuse a certificate with another key algorithm', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki sign' = @('--mount	Path at which the certificate engine is enabled', '--csr	Certificate request in PEM: @FILE or -', '--common-name	Common name of the certificate', '--alt-names	More host names or email addresses', '--ip-sans	IP addresses', '--uri-sans	URIs', '--other-sans	Custom names that the role allows: <oid>;UTF8:<value>', '--ttl	Validity; not above the role''s max_ttl', '--format	Encoding of certificate and key in the reply', '--exclude-cn-from-sans	Omit the common name from alternative names', '--no-exclude-cn-from-sans	Not: Omit the common name from alternative names', '--not-after	End of validity in UTC, to the second', '--serial-number	Serial number in the subject, not the certificate''s', '--layout	File names of --out: separate, or for nginx', '--new-key	Make the key here instead of a request', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki renew' = @('--mount	Path at which the certificate engine is enabled', '--role	Name of the role', '--common-name	Common name of the certificate', '--alt-names	More host names or email addresses', '--ip-sans	IP addresses', '--uri-sans	URIs', '--other-sans	Custom names that the role allows: <oid>;UTF8:<value>', '--ttl	Validity; not above the role''s max_ttl', '--exclude-cn-from-sans	Omit the common name from alternative names', '--no-exclude-cn-from-sans	Not: Omit the common name from alternative names', '--not-after	End of validity in UTC, to the second', '--serial-number	Serial number in the subject, not the certificate''s', '--layout	File names of --out: separate, or for nginx', '--new-key	Make the key here instead of a request', '--before	Remaining validity (share or time) that triggers renewal', '--reuse-key	Keep the current key', '--change-names	Renew for the names of the flags instead', '--exec	Command to run after a renewal', '--jitter	Longest random wait before a renewal', '--detailed-exitcode	Exit 11 when renewed, 12 when --exec failed', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki sign-verbatim' = @('--mount	Path at which the certificate engine is enabled', '--csr	Certificate request in PEM: @FILE or -', '--key-usage	Key usages (case-insensitive); an empty list allows any', '--ext-key-usage	Extended key usages (case-insensitive)', '--ext-key-usage-oids	Extended key usages by OID', '--ttl	Validity; not above the mount''s max_ttl', '--format	Encoding of certificate and key in the reply', '--not-after	End of validity in UTC, to the second', '--layout	File names of --out: separate, or for nginx', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki tidy' = @('--mount	Path at which the certificate engine is enabled', '--tidy-cert-store	Remove expired certificates from the store', '--no-tidy-cert-store	Not: Remove expired certificates from the store', '--tidy-revoked-certs	Remove invalid and expired entries of revoked certificates', '--no-tidy-revoked-certs	Not: Remove invalid and expired entries of revoked certificates', '--safety-buffer	Time to keep certificates after their expiry', '--wait	Wait for the end and show progress', '--wait-timeout	Give up waiting after this long', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki tidy-status' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki inspect' = @('--mount	Mount of the PKI engine', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki verify' = @('--host	Host name or address to check for', '--trust	File of the CA certificates to trust', '--crl	Revocation list file, instead of the mount', '--mount	Mount of the PKI engine', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki inventory' = @('--mount	Mounts of the PKI engine', '--expires-within	Only certificates that end this soon', '--where	Only certificates that satisfy ''FIELD OP VALUE''; repeatable', '--check-revocation	Read certificates whose revocation is unknown', '--parallel	Requests in flight at once', '--detailed-exitcode	Exit 11 when a listed certificate is due', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud config set' = @('--mount	Path at which the cloud engine is enabled', '--max-retries	Retries of recoverable errors; -1: the SDK default', '--access-key	Access key ID', '--secret-key	Secret access key: @file, - or env:NAME', '--role-arn	Role to assume for identity federation (Enterprise)', '--identity-token-audience	Audience of plugin identity tokens (Enterprise)', '--identity-token-ttl	Lifetime of plugin identity tokens (Enterprise)', '--region	Region of the provider', '--iam-endpoint	Custom HTTP endpoint of the identity service', '--sts-endpoint	Custom HTTP endpoint of the token service', '--username-template	Template of dynamic user names', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud config show' = @('--mount	Path at which the cloud engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud config rotate-root' = @('--mount	Path at which the cloud engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud lease set' = @('--mount	Path at which the cloud engine is enabled', '--lease	Lease of new credentials', '--lease-max	Longest lease, including renewals', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud lease show' = @('--mount	Path at which the cloud engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud role write' = @('--mount	Path at which the cloud engine is enabled', '--credential-type	Kind of credentials that the role gives', '--role-arns	ARNs of roles to assume, for assumed_role', '--policy-arns	Managed policies to attach, or to filter by', '--policy-document	Policy document (JSON), used like the policies', '--iam-groups	Groups whose policies apply; created users join them', '--iam-tags	Tags of created users', '--default-sts-ttl	Lifetime if a request gives none (assumed_role, federation_token)', '--max-sts-ttl	Upper limit of lifetimes (assumed_role, federation_token)', '--user-path	Path of created users (iam_user)', '--permissions-boundary-arn	Permissions boundary of created users (iam_user)', '--mfa-serial-number	ARN or number of the MFA device', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud role update' = @('--mount	Path at which the cloud engine is enabled', '--credential-type	Kind of credentials that the role gives', '--role-arns	ARNs of roles to assume, for assumed_role', '--policy-arns	Managed policies to attach, or to filter by', '--policy-document	Policy document (JSON), used like the policies', '--iam-groups	Groups whose policies apply; created users join them', '--iam-tags	Tags of created users', '--default-sts-ttl	Lifetime if a request gives none (assumed_role, federation_token)', '--max-sts-ttl	Upper limit of lifetimes (assumed_role, federation_token)', '--user-path	Path of created users (iam_user)', '--permissions-boundary-arn	Permissions boundary of created users (iam_user)', '--mfa-serial-number	ARN or number of the MFA device', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud role show' = @('--mount	Path at which the cloud engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud role list' = @('--mount	Path at which the cloud engine is enabled', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud role delete' = @('--mount	Path at which the cloud engine is enabled', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud creds' = @('--mount	Path at which the cloud engine is enabled', '--role-arn	ARN to assume, if the role has several', '--role-session-name	Session name, truncated to 64 characters', '--ttl	Lifetime of tokens; not for iam_user', '--mfa-code	One-time code, if the role requires MFA', '--keep-token	Leave the services'' tokens in COMMAND''s environment', '--map	Give COMMAND only these fields of the reply', '--env-prefix	Text before the names of COMMAND''s variables', '--cache	Keep one credential between runs of credential-process', '--min-ttl	Replace a cached credential that expires sooner', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud sts' = @('--mount	Path at which the cloud engine is enabled', '--role-arn	ARN to assume, if the role has several', '--role-session-name	Session name, truncated to 64 characters', '--ttl	Lifetime of tokens; not for iam_user', '--mfa-code	One-time code, if the role requires MFA', '--keep-token	Leave the services'' tokens in COMMAND''s environment', '--map	Give COMMAND only these fields of the reply', '--env-prefix	Text before the names of COMMAND''s variables', '--cache	Keep one credential between runs of credential-process', '--min-ttl	Replace a cached credential that expires sooner', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud static-role write' = @('--mount	Path at which the cloud engine is enabled', '--username	Existing user whose key is managed', '--rotation-period	Time between rotations, at least 1 minute', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud static-role update' = @('--mount	Path at which the cloud engine is enabled', '--rotation-period	Time between rotations, at least 1 minute', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud static-role show' = @('--mount	Path at which the cloud engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud static-role delete' = @('--mount	Path at which the cloud engine is enabled', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud static-creds' = @('--mount	Path at which the cloud engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap config set' = @('--mount	Path at which the directory engine is enabled', '--binddn	DN of the bind account', '--bindpass	Password of the bind account: @file, - or env:NAME', '--ldap-url	Server URL, or a comma-separated list', '--password-policy	Existing policy that generates passwords', '--schema	Schema of the directory', '--userdn	Base DN to search for managed users', '--userattr	Attribute to search users by', '--upndomain	Domain of the UPN [binddn]@[upndomain] for authentication', '--request-timeout	Time limit of a directory request', '--starttls	Issue StartTLS on an unencrypted connection', '--no-starttls	Not: Issue StartTLS on an unencrypted connection', '--insecure-tls	Skip verification of the directory''s certificate', '--no-insecure-tls	Not: Skip verification of the directory''s certificate', '--certificate	CA certificate of the directory, PEM', '--client-tls-cert	Client certificate, PEM', '--client-tls-key	Key of the client certificate, PEM', '--skip-static-role-import-rotation	Keep current passwords when static roles are created', '--no-skip-static-role-import-rotation	Not: Keep current passwords when static roles are created', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap config show' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap config delete' = @('--mount	Path at which the directory engine is enabled', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap rotate-root' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-role list' = @('--mount	Path at which the directory engine is enabled', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-role write' = @('--mount	Path at which the directory engine is enabled', '--username	Entry, found by userattr below userdn', '--dn	DN of the entry; overrides the user name', '--rotation-period	Time between rotations, at least 5 seconds', '--skip-import-rotation	Keep the current password of a new role', '--no-skip-import-rotation	Not: Keep the current password of a new role', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-role update' = @('--mount	Path at which the directory engine is enabled', '--rotation-period	Time between rotations, at least 5 seconds', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-role show' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-role delete' = @('--mount	Path at which the directory engine is enabled', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-role rotate' = @('--mount	Path at which the directory engine is enabled', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-cred' = @('--mount	Path at which the directory engine is enabled', '--keep-token	Leave the services'' tokens in COMMAND''s environment', '--map	Give COMMAND only these fields of the reply', '--env-prefix	Text before the names of COMMAND''s variables', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap role show' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap role write' = @('--mount	Path at which the directory engine is enabled', '--creation-ldif	LDIF that creates the entry', '--deletion-ldif	LDIF that deletes the entry', '--rollback-ldif	LDIF that undoes a failed creation (recommended)', '--username-template	Template of .Username', '--default-ttl	Lease of new credentials', '--max-ttl	Longest lease, within the mount''s maximum', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap role update' = @('--mount	Path at which the directory engine is enabled', '--creation-ldif	LDIF that creates the entry', '--deletion-ldif	LDIF that deletes the entry', '--rollback-ldif	LDIF that undoes a failed creation (recommended)', '--username-template	Template of .Username', '--default-ttl	Lease of new credentials', '--max-ttl	Longest lease, within the mount''s maximum', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap role delete' = @('--mount	Path at which the directory engine is enabled', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap creds' = @('--mount	Path at which the directory engine is enabled', '--keep-token	Leave the services'' tokens in COMMAND''s environment', '--map	Give COMMAND only these fields of the reply', '--env-prefix	Text before the names of COMMAND''s variables', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library list' = @('--mount	Path at which the directory engine is enabled', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library write' = @('--mount	Path at which the directory engine is enabled', '--service-account-names	Accounts that can be borrowed', '--ttl	Longest single check-out; 0: unlimited', '--max-ttl	Longest check-out, including renewals; 0: unlimited', '--disable-check-in-enforcement	Let anyone check in, not only the borrower', '--no-disable-check-in-enforcement	Not: Let anyone check in, not only the borrower', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library update' = @('--mount	Path at which the directory engine is enabled', '--service-account-names	Accounts that can be borrowed', '--ttl	Longest single check-out; 0: unlimited', '--max-ttl	Longest check-out, including renewals; 0: unlimited', '--disable-check-in-enforcement	Let anyone check in, not only the borrower', '--no-disable-check-in-enforcement	Not: Let anyone check in, not only the borrower', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library show' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library delete' = @('--mount	Path at which the directory engine is enabled', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library status' = @('--mount	Path at which the directory engine is enabled', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library check-out' = @('--mount	Path at which the directory engine is enabled', '--ttl	Longest time to keep it; 0: unlimited', '--wait	Retry while no account is available', '--wait-timeout	Give up waiting after this long', '--keep-token	Leave the services'' tokens in COMMAND''s environment', '--map	Give COMMAND only these fields of the reply', '--env-prefix	Text before the names of COMMAND''s variables', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library check-in' = @('--mount	Path at which the directory engine is enabled', '--lease-id	Revoke this lease of the check-out instead', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library manage check-in' = @('--mount	Path at which the directory engine is enabled', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'job list' = @('--prefix	Only jobs whose ID starts with this', '--next-token	Read one page, from the previous X-Svc-NextToken', '--per-page	Jobs per page; 0: all in one reply', '--filter	Filter expression: ''Type == "batch" and Status == "running"''', '--meta	Include each job''s meta key-value pairs', '--no-meta	Not: Include each job''s meta key-value pairs', '--reverse	List in descending order', '--no-reverse	Not: List in descending order', '--stale	Accept replies of servers that lag behind', '--no-stale	Not: Accept replies of servers that lag behind', '--watch	Show every change until Ctrl-C or --timeout', '--until	End the watch when an item satisfies this', '--limit	Stop after this many jobs', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job show' = @('--stale	Accept replies of servers that lag behind', '--no-stale	Not: Accept replies of servers that lag behind', '--watch	Show every change until Ctrl-C or --timeout', '--until	End the watch when an item satisfies this', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job status' = @('--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job register' = @('--submission	Original source to keep with the version', '--enforce-index	Register only at --check-index, which implies this flag', '--no-enforce-index	Not: Register only at --check-index, which implies this flag', '--eval-priority	Priority of the evaluation', '--check-index	JobModifyIndex to require; 0: only a new job', '--policy-override	Bypass soft-mandatory policies', '--no-policy-override	Not: Bypass soft-mandatory policies', '--preserve-counts	Keep the current counts of existing task groups', '--no-preserve-counts	Not: Keep the current counts of existing task groups', '--var	Set an HCL2 variable', '--var-file	Set HCL2 variables from a file', '--wait	Wait for the result of the change', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job update' = @('--submission	Original source to keep with the version', '--enforce-index	Register only at --check-index, which implies this flag', '--no-enforce-index	Not: Register only at --check-index, which implies this flag', '--eval-priority	Priority of the evaluation', '--check-index	JobModifyIndex to require; 0: only a new job', '--policy-override	Bypass soft-mandatory policies', '--no-policy-override	Not: Bypass soft-mandatory policies', '--var	Set an HCL2 variable', '--var-file	Set HCL2 variables from a file', '--wait	Wait for the result of the change', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job plan' = @('--job-id	Job to plan for', '--diff	Show what would change; --no-diff omits it', '--no-diff	Not: Show what would change; --no-diff omits it', '--policy-override	Bypass soft-mandatory policies', '--no-policy-override	Not: Bypass soft-mandatory policies', '--var	Set an HCL2 variable', '--var-file	Set HCL2 variables from a file', '--detailed-exitcode	Exit 11 on changes, 12 when placement fails', '--full	Show every field of added and removed objects', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job parse' = @('--canonicalize	Fill unset fields with defaults', '--no-canonicalize	Not: Fill unset fields with defaults', '--variables	HCL2 variables in var-file format', '--variable-flags	Variables as key=value, sent as they are', '--hcl-v1	Use the legacy parser', '--no-hcl-v1	Not: Use the legacy parser', '--var	Set an HCL2 variable', '--var-file	Set HCL2 variables from a file', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job submission' = @('--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job versions' = @('--diffs	Include what each version changed', '--no-diffs	Not: Include what each version changed', '--stale	Accept replies of servers that lag behind', '--no-stale	Not: Accept replies of servers that lag behind', '--watch	Show every change until Ctrl-C or --timeout', '--until	End the watch when an item satisfies this', '--sort	Order; a leading - reverses it', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job allocations' = @('--all	Include records of deregistered jobs with this ID', '--no-all	Not: Include records of deregistered jobs with this ID', '--stale	Accept replies of servers that lag behind', '--no-stale	Not: Accept replies of servers that lag behind', '--watch	Show every change until Ctrl-C or --timeout', '--until	End the watch when an item satisfies this', '--sort	Order; a leading - reverses it', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job evaluations' = @('--stale	Accept replies of servers that lag behind', '--no-stale	Not: Accept replies of servers that lag behind', '--watch	Show every change until Ctrl-C or --timeout', '--until	End the watch when an item satisfies this', '--sort	Order; a leading - reverses it', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job deployments' = @('--all	Include records of deregistered jobs with this ID', '--no-all	Not: Include records of deregistered jobs with this ID', '--stale	Accept replies of servers that lag behind', '--no-stale	Not: Accept replies of servers that lag behind', '--watch	Show every change until Ctrl-C or --timeout', '--until	End the watch when an item satisfies this', '--sort	Order; a leading - reverses it', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job deployment' = @('--stale	Accept replies of servers that lag behind', '--no-stale	Not: Accept replies of servers that lag behind', '--watch	Show every change until Ctrl-C or --timeout', '--until	End the watch when an item satisfies this', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job summary' = @('--stale	Accept replies of servers that lag behind', '--no-stale	Not: Accept replies of servers that lag behind', '--watch	Show every change until Ctrl-C or --timeout', '--until	End the watch when an item satisfies this', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job scale-status' = @('--stale	Accept replies of servers that lag behind', '--no-stale	Not: Accept replies of servers that lag behind', '--watch	Show every change until Ctrl-C or --timeout', '--until	End the watch when an item satisfies this', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job services' = @('--stale	Accept replies of servers that lag behind', '--no-stale	Not: Accept replies of servers that lag behind', '--watch	Show every change until Ctrl-C or --timeout', '--until	End the watch when an item satisfies this', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job actions' = @('--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job dispatch' = @('--idempotency-token	Text that prevents a second dispatch', '--id-prefix-template	Prefix of the dispatched job''s ID', '--payload	Payload: text, @file, or - for standard input', '--meta	Meta of the instance', '--wait	Wait for the result of the change', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job periodic force' = @('--wait	Wait for the result of the change', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job scale' = @('--message	Reason, stored with the scaling event', '--error	Failure to record instead of a count', '--meta	JSON stored with the scaling event', '--policy-override	Bypass soft-mandatory policies', '--no-policy-override	Not: Bypass soft-mandatory policies', '--wait	Wait for the result of the change', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job evaluate' = @('--force-reschedule	Reschedule failed allocations now, ignoring limit and delay', '--no-force-reschedule	Not: Reschedule failed allocations now, ignoring limit and delay', '--wait	Wait for the result of the change', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job revert' = @('--enforce-prior-version	Revert only if this is the current version', '--mesh-token	Service-mesh token for identity checking', '--secrets-token	Secrets-store token for policy checking', '--wait	Wait for the result of the change', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--to	Choose the version, show what differs, and ask', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--unset	Send null for a parameter', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job start' = @('--job-version	Version to start again', '--enforce-prior-version	Start only if this is the current version', '--mesh-token	Service-mesh token for identity checking', '--secrets-token	Secrets-store token for policy checking', '--wait	Wait for the result of the change', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--unset	Send null for a parameter', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job diff' = @('--detailed-exitcode	Exit 11 when the versions differ', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job stable' = @('--stable	Set the mark; --no-stable removes it', '--no-stable	Not: Set the mark; --no-stable removes it', '--force	Also mark a version that is not current', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job stop' = @('--eval-priority	Priority of the evaluation', '--global	Stop a multi-region job in all its regions', '--no-global	Not: Stop a multi-region job in all its regions', '--purge	Remove the job and its history at once', '--no-purge	Not: Remove the job and its history at once', '--no-shutdown-delay	Ignore shutdown_delay: connections to stopping allocations fail', '--wait	Wait for the result of the change', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--where	Change objects that satisfy ''FIELD OP VALUE''; repeatable', '--all	Change every object', '--expect	Stop unless this many objects match', '--limit	Change only this many objects', '--parallel	Objects changed at once', '--rate	Changes started per second; 0: no limit', '--resume	Continue from the journal of a stopped run', '--confirm	Confirm by giving the name or the count', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job wait' = @('--job-version	Version to wait for', '--for	What to wait for', '--wait-timeout	Give up waiting after this long', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job action' = @('--alloc-id	Allocation ID, or its first characters', '--task	Task that defines the action', '--tty	Allocate a terminal', '--no-tty	Not: Allocate a terminal', '--ws-handshake	Send the token in the first frame', '--no-ws-handshake	Not: Send the token in the first frame', '--stdin	Pass standard input on; --no-stdin closes it', '--every-allocation	Run in every running allocation, with prefixed lines', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'lease lookup' = @('--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'lease renew' = @('--increment	New lifetime, from now', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'lease revoke' = @('--sync	Wait until the lease is revoked', '--no-sync	Not: Wait until the lease is revoked', '--set	Set a body field: path=json or /json/pointer=json', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'lease unwrap' = @('--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'lease recover' = @('--namespace	Namespace of the secrets service', '--wrap-ttl	Wrap the reply in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'export' = @('--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--dir	Write one file per object to this folder', '--organization	Organization of the workspaces', '--namespace	Namespace of the jobs or secrets engines', '--mount	Mount of the secrets engine')
  'diff' = @('--detailed-exitcode	Exit 11 when something differs', '--full	Show every field that differs', '--ignore	Skip a setting or part of a kind', '--unmanaged	Also list objects that no file names', '--plan-out	Write a plan that apply carries out exactly', '--organization	Organization of the workspaces', '--namespace	Namespace of the jobs or secrets engines', '--mount	Mount of the secrets engine', '--exclude	Skip matching files in folders', '--only	Only these settings and parts', '--var	Variable of the job files that declare it', '--var-file	File of variables for the job files', '--preserve-counts	Keep the current counts of task groups')
  'apply' = @('--allow-rotation	Permit changes that replace passwords or keys', '--keep-going	Continue after failures', '--wait	Wait for each job before the next object', '--wait-timeout	Give up waiting after this long', '--resume	Continue from the journal of an earlier run', '--parallel	Objects changed at once', '--organization	Organization of the workspaces', '--namespace	Namespace of the jobs or secrets engines', '--mount	Mount of the secrets engine', '--exclude	Skip matching files in folders', '--only	Only these settings and parts', '--var	Variable of the job files that declare it', '--var-file	File of variables for the job files', '--preserve-counts	Keep the current counts of task groups')
  'status' = @('--watch	Show every change until Ctrl-C or --timeout', '--expires-within	Report certificates that expire this soon', '--detailed-exitcode	Exit 11 when something needs a person')
  'profile set' = @('--read-only	Allow reads only: no changes, no credentials', '--workspaces-url	Base URL of the workspaces service', '--workspaces-product	Implementation of the server; detect asks it', '--workspaces-token-from	Token source: env:NAME, file:PATH or command:["word", ...]', '--workspaces-ca-file	PEM file of the CA to trust', '--workspaces-client-cert	PEM file of the client certificate', '--workspaces-client-key	PEM file of the client key', '--workspaces-server-name	Server name that the certificate must have', '--workspaces-allow-http	Send the token to another machine unencrypted', '--secrets-url	Base URL of the secrets service', '--secrets-product	Implementation of the server; detect asks it', '--secrets-token-from	Token source: env:NAME, file:PATH or command:["word", ...]', '--secrets-ca-file	PEM file of the CA to trust', '--secrets-client-cert	PEM file of the client certificate', '--secrets-client-key	PEM file of the client key', '--secrets-server-name	Server name that the certificate must have', '--secrets-allow-http	Send the token to another machine unencrypted', '--jobs-url	Base URL of the jobs service', '--jobs-product	Implementation of the server; detect asks it', '--jobs-token-from	Token source: env:NAME, file:PATH or command:["word", ...]', '--jobs-ca-file	PEM file of the CA to trust', '--jobs-client-cert	PEM file of the client certificate', '--jobs-client-key	PEM file of the client key', '--jobs-server-name	Server name that the certificate must have', '--jobs-allow-http	Send the token to another machine unencrypted', '--default-organization	Organization for workspace names without one', '--secrets-namespace	Namespace of the secrets service', '--jobs-namespace	Namespace of the jobs service', '--jobs-region	Region of the jobs service', '--pki-mount	Mount of the certificate engine; repeat for status', '--ldap-mount	Mount of the directory engine; repeat for status', '--cloud-mount	Mount of the cloud engine; repeat for status')
  'profile show' = @()
  'profile list' = @()
  'profile use' = @()
  'profile delete' = @()
  'profile explain' = @()
  'auth login' = @()
  'auth logout' = @()
  'auth status' = @()
  'api' = @('--no-token	Send no token, for example to log in', '--data	JSON body')
  'batch run' = @('--parallel	Items in flight at once', '--rate	Items started per second; 0: no limit', '--journal	File that records every item, for --resume', '--resume	Continue from the journal of an earlier run', '--retry-unknown	With --resume, send items of unknown outcome again', '--stop-on-error	Start no more items after a failure')
  'sandbox start' = @('--port	Port on 127.0.0.1', '--empty	Start without the demo state', '--fault	Make requests fail: 429:3, 503:2@/organizations, reset:1, lost:1, slow:200ms')
  'sandbox exec' = @('--port	Port on 127.0.0.1', '--empty	Start without the demo state', '--fault	Make requests fail: 429:3, 503:2@/organizations, reset:1, lost:1, slow:200ms', '--as	Whose token the command gets')
  'doctor' = @()
  'completion' = @()
  'completion install' = @()
  'man install' = @()
  'manifest' = @('--command	Only this command, or those of a group', '--schema	Print only the JSON Schema of this kind')
  'mcp' = @('--toolset	Only these groups or parts: job, pki-role', '--allow	Also serve changes, credentials, or a command', '--sandbox	Use a sandbox that ends with this process')
}
$script:TrivetPlaces = @{
  'workspace create' = @('')
  'workspace show' = @('!workspace')
  'workspace update' = @('!workspace')
  'workspace delete' = @('!workspace')
  'workspace force-delete' = @('!workspace')
  'workspace lock' = @('!workspace')
  'workspace unlock' = @('!workspace')
  'workspace force-unlock' = @('!workspace')
  'workspace ssh-key assign' = @('!workspace', '')
  'workspace ssh-key unassign' = @('!workspace')
  'workspace consumer list' = @('!workspace')
  'workspace consumer add' = @('!workspace', '!workspace', '...')
  'workspace consumer replace' = @('!workspace', '!workspace', '...')
  'workspace consumer remove' = @('!workspace', '!workspace', '...')
  'workspace tag list' = @('!workspace')
  'workspace tag add' = @('!workspace', '', '...')
  'workspace tag remove' = @('!workspace', '', '...')
  'workspace retention-policy show' = @('!workspace')
  'workspace retention-policy set' = @('!workspace')
  'workspace retention-policy delete' = @('!workspace')
  'message show' = @('!message')
  'message update' = @('!message')
  'message delete' = @('!message')
  'pki cert show' = @('!pki-certificate')
  'pki cert download' = @('!pki-certificate')
  'pki intermediate generate' = @('=exported internal kms')
  'pki issue' = @('!pki-role')
  'pki revoke' = @('!pki-certificate')
  'pki role write' = @('!pki-role')
  'pki role update' = @('!pki-role')
  'pki role show' = @('!pki-role')
  'pki role delete' = @('!pki-role')
  'pki root generate' = @('=exported internal kms')
  'pki sign' = @('!pki-role')
  'pki renew' = @('/')
  'pki sign-verbatim' = @('!pki-role')
  'pki inspect' = @('/')
  'pki verify' = @('/')
  'cloud role write' = @('!cloud-role')
  'cloud role update' = @('!cloud-role')
  'cloud role show' = @('!cloud-role')
  'cloud role delete' = @('!cloud-role')
  'cloud creds' = @('!cloud-role')
  'cloud sts' = @('!cloud-role')
  'cloud static-role write' = @('!cloud-static-role')
  'cloud static-role update' = @('!cloud-static-role')
  'cloud static-role show' = @('!cloud-static-role')
  'cloud static-role delete' = @('!cloud-static-role')
  'cloud static-creds' = @('!cloud-static-role')
  'ldap static-role list' = @('!ldap-static-role')
  'ldap static-role write' = @('!ldap-static-role')
  'ldap static-role update' = @('!ldap-static-role')
  'ldap static-role show' = @('!ldap-static-role')
  'ldap static-role delete' = @('!ldap-static-role')
  'ldap static-role rotate' = @('!ldap-static-role')
  'ldap static-cred' = @('!ldap-static-role')
  'ldap role show' = @('!ldap-role')
  'ldap role write' = @('!ldap-role')
  'ldap role update' = @('!ldap-role')
  'ldap role delete' = @('!ldap-role')
  'ldap creds' = @('!ldap-role')
  'ldap library list' = @('!ldap-set')
  'ldap library write' = @('!ldap-set')
  'ldap library update' = @('!ldap-set')
  'ldap library show' = @('!ldap-set')
  'ldap library delete' = @('!ldap-set')
  'ldap library status' = @('!ldap-set')
  'ldap library check-out' = @('!ldap-set')
  'ldap library check-in' = @('!ldap-set', '', '...')
  'ldap library manage check-in' = @('!ldap-set', '', '...')
  'job show' = @('!job')
  'job status' = @('!job')
  'job register' = @('/')
  'job update' = @('!job', '/')
  'job plan' = @('/')
  'job parse' = @('/')
  'job submission' = @('!job', '')
  'job versions' = @('!job')
  'job allocations' = @('!job')
  'job evaluations' = @('!job')
  'job deployments' = @('!job')
  'job deployment' = @('!job')
  'job summary' = @('!job')
  'job scale-status' = @('!job')
  'job services' = @('!job')
  'job actions' = @('!job')
  'job dispatch' = @('!job')
  'job periodic force' = @('!job')
  'job scale' = @('!job', '!group', '')
  'job evaluate' = @('!job')
  'job revert' = @('!job', '')
  'job start' = @('!job')
  'job diff' = @('!job', '', '')
  'job stable' = @('!job', '')
  'job stop' = @('!job')
  'job wait' = @('!job', '...')
  'job action' = @('!job', '!action')
  'lease lookup' = @('')
  'lease renew' = @('')
  'lease revoke' = @('')
  'lease unwrap' = @('@')
  'export' = @(',workspace message pki-role pki-urls pki-crl-config cloud-role cloud-static-role cloud-config ldap-role ldap-static-role ldap-set ldap-config job', '...')
  'diff' = @('/', '...')
  'apply' = @('/', '...')
  'profile set' = @('!profile')
  'profile show' = @('!profile')
  'profile use' = @('!profile')
  'profile delete' = @('!profile')
  'profile explain' = @('=workspaces secrets jobs')
  'auth login' = @('=workspaces secrets jobs')
  'auth logout' = @('=workspaces secrets jobs')
  'api' = @('=workspaces secrets jobs', '=GET POST PUT PATCH DELETE LIST', '')
  'batch run' = @('/')
  'doctor' = @('=workspaces secrets jobs')
  'completion' = @('=bash zsh fish powershell')
  'completion install' = @('=bash zsh fish powershell')
}
# What a flag takes: by its name, and by path and name where a command differs. PowerShell's own tables do not
# tell -v from -V.
$script:TrivetValues = [System.Collections.Generic.Dictionary[string, string]]::new()
$script:TrivetValues['--access-key'] = ''
$script:TrivetValues['--agent-pool-id'] = ''
$script:TrivetValues['--alloc-id'] = '!allocation'
$script:TrivetValues['--allow'] = ''
$script:TrivetValues['--allowed-domains'] = ''
$script:TrivetValues['--allowed-other-sans'] = ''
$script:TrivetValues['--allowed-serial-numbers'] = ''
$script:TrivetValues['--allowed-uri-sans'] = ''
$script:TrivetValues['--alt-names'] = ''
$script:TrivetValues['--arn'] = ''
$script:TrivetValues['--as'] = '=owner operator reader organization'
$script:TrivetValues['--auto-destroy-activity-duration'] = ''
$script:TrivetValues['--auto-destroy-at'] = ''
$script:TrivetValues['--base-url'] = ''
$script:TrivetValues['--before'] = ''
$script:TrivetValues['--binddn'] = ''
$script:TrivetValues['--bindpass'] = '@'
$script:TrivetValues['--body'] = '@'
$script:TrivetValues['--by'] = '=id name'
$script:TrivetValues['--ca-file'] = '/'
$script:TrivetValues['--certificate'] = '@'
$script:TrivetValues['--check-index'] = ''
$script:TrivetValues['--client-tls-cert'] = '@'
$script:TrivetValues['--client-tls-key'] = '@'
$script:TrivetValues['--cloud-mount'] = ''
$script:TrivetValues['--color'] = '=auto always never'
$script:TrivetValues['--command'] = ''
$script:TrivetValues['--common-name'] = ''
$script:TrivetValues['--confirm'] = ''
$script:TrivetValues['--connection-timeout'] = ''
$script:TrivetValues['--country'] = ''
$script:TrivetValues['--creation-ldif'] = '@'
$script:TrivetValues['--credential-type'] = '=iam_user assumed_role federation_token session_token'
$script:TrivetValues['--crl'] = '/'
$script:TrivetValues['--crl-distribution-points'] = ''
$script:TrivetValues['--csr'] = '@'
$script:TrivetValues['--data'] = '@'
$script:TrivetValues['--default-organization'] = ''
$script:TrivetValues['--default-sts-ttl'] = ''
$script:TrivetValues['--default-ttl'] = ''
$script:TrivetValues['--delete-older-than-days'] = ''
$script:TrivetValues['--deletion-ldif'] = '@'
$script:TrivetValues['--description'] = '@'
$script:TrivetValues['--dir'] = '/'
$script:TrivetValues['--dn'] = ''
$script:TrivetValues['--end-time'] = ''
$script:TrivetValues['--enforce-prior-version'] = ''
$script:TrivetValues['--engine-version'] = ''
$script:TrivetValues['--env-prefix'] = ''
$script:TrivetValues['--error'] = '@'
$script:TrivetValues['--eval-priority'] = ''
$script:TrivetValues['--exclude'] = ''
$script:TrivetValues['--exec'] = ''
$script:TrivetValues['--execution-mode'] = '=remote local agent'
$script:TrivetValues['--expect'] = ''
$script:TrivetValues['--expires-within'] = ''
$script:TrivetValues['--expiry'] = ''
$script:TrivetValues['--ext-key-usage'] = ''
$script:TrivetValues['--ext-key-usage-oids'] = ''
$script:TrivetValues['--fault'] = ''
$script:TrivetValues['--field'] = ''
$script:TrivetValues['--fields'] = ''
@('workspace create', 'workspace list', 'workspace show', 'workspace update', 'workspace lock', 'workspace unlock', 'workspace force-unlock', 'workspace ssh-key assign', 'workspace ssh-key unassign', 'workspace consumer list') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars' }
@('job register', 'job update', 'job scale', 'job evaluate', 'job revert', 'job start', 'job stop') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',JobID EvalID EvalCreateIndex JobModifyIndex Warnings Index KnownLeader LastContact NextToken VolumeEvalID VolumeEvalIndex job namespace version deployment result reason' }
@('pki issue', 'pki root sign-intermediate', 'pki root sign-self-issued', 'pki sign', 'pki renew', 'pki sign-verbatim') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable' }
@('pki ca show', 'pki ca chain', 'pki cert download', 'pki crl show') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',pem base64' }
@('pki role list', 'cloud role list', 'ldap static-role list', 'ldap library list') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',key' }
@('message create', 'message show', 'message update') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',id title status type authenticated active start_time end_time link options message' }
@('pki role write', 'pki role update', 'pki role show') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',ttl max_ttl allow_localhost allowed_domains allowed_domains_template allow_bare_domains allow_subdomains allow_glob_domains allow_wildcard_certificates allow_any_name enforce_hostnames allow_ip_sans allowed_uri_sans allowed_uri_sans_template allowed_other_sans allowed_serial_numbers server_flag client_flag code_signing_flag email_protection_flag key_type key_bits signature_bits key_usage ext_key_usage ext_key_usage_oids use_csr_common_name use_csr_sans ou organization country locality province street_address postal_code generate_lease no_store require_cn policy_identifiers basic_constraints_valid_for_non_ca not_before_duration not_after allow_globs_in_identity_templates allow_token_displayname allowed_ip_sans_cidr allowed_user_ids cn_validations issuer_ref not_after_bound not_before not_before_bound use_pss' }
@('cloud static-role write', 'cloud static-role update', 'cloud static-role show') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',name username id rotation_period' }
@('job show', 'job parse', 'job versions') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',ID Name Namespace Type Priority Status StatusDescription Stop ParentID JobModifyIndex SubmitTime Datacenters NodePool Multiregion Meta CreateIndex ModifyIndex Region Version Stable TaskGroups Periodic Periodic.Enabled Periodic.Spec Periodic.Specs Periodic.SpecType Periodic.ProhibitOverlap Periodic.TimeZone ParameterizedJob Affinities AllAtOnce Constraints ConsulNamespace ConsulToken VaultNamespace VaultToken DispatchIdempotencyToken Dispatched Migrate NomadTokenID Payload Reschedule Spreads UI Update VersionTag VersionTag.Name VersionTag.Description VersionTag.TaggedTime' }
@('workspace retention-policy show', 'workspace retention-policy set') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',id type delete-older-than-n-days deleteOlderThanNDays set-on target' }
@('pki ca import', 'pki intermediate set-signed') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',imported_issuers imported_keys existing_issuers existing_keys mapping' }
@('pki crl config show', 'pki crl config set') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',expiry disable auto_rebuild auto_rebuild_grace_period allow_expired_cert_revocation enable_delta delta_rebuild_interval ocsp_disable ocsp_expiry' }
@('pki urls show', 'pki urls set') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',issuing_certificates crl_distribution_points ocsp_servers delta_crl_distribution_points enable_templating' }
@('cloud creds', 'cloud sts') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',access_key secret_key security_token session_token arn ttl lease_id lease_duration renewable' }
@('ldap library check-in', 'ldap library manage check-in') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',account' }
@('job deployments', 'job deployment') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',ID Namespace JobID JobVersion JobModifyIndex JobSpecModifyIndex JobCreateIndex Status StatusDescription TaskGroups EvalPriority IsMultiregion CreateTime ModifyTime CreateIndex ModifyIndex' }
@('lease renew', 'lease unwrap') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',lease_id lease_duration renewable' }
@('diff', 'apply') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',kind name action result fields where reason mount namespace changes plan uncompared' }
@('profile show', 'profile list') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',name current organization readOnly workspaces.url workspaces.product workspaces.token.kind workspaces.namespace workspaces.caFile workspaces.clientCert workspaces.clientKey workspaces.serverName workspaces.allowHttp secrets.url secrets.product secrets.token.kind secrets.namespace secrets.caFile secrets.clientCert secrets.clientKey secrets.serverName secrets.allowHttp jobs.url jobs.product jobs.token.kind jobs.namespace jobs.caFile jobs.clientCert jobs.clientKey jobs.serverName jobs.allowHttp secrets.mounts.pki secrets.mounts.ldap secrets.mounts.cloud jobs.region' }
@('workspace tag list') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',id type name instance-count organization' }
@('message list') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',key title status type authenticated active start_time end_time' }
@('pki cert show') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',certificate revocation_time revocation_time_rfc3339 issuer_id ca_chain' }
@('pki cert list') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',key common_name dns_names issuer key_type key_bits not_before not_after' }
@('pki intermediate generate') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',csr private_key private_key_type key_id' }
@('pki revoke') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',state revocation_time revocation_time_rfc3339' }
@('pki root generate') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable issuer_id issuer_name key_id key_name' }
@('pki tidy-status') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',state message error time_started time_finished cert_store_deleted_count revoked_cert_deleted_count tidy_cert_store tidy_revoked_certs safety_buffer acme_account_deleted_count acme_account_revoked_count acme_account_safety_buffer acme_orders_deleted_count current_cert_store_count current_revoked_cert_count internal_backend_uuid issuer_safety_buffer last_auto_tidy_finished missing_issuer_cert_count page_size pause_duration revoked_safety_buffer tidy_acme tidy_expired_issuers tidy_invalid_certs tidy_move_legacy_ca_bundle tidy_revoked_cert_issuer_associations total_acme_account_count' }
@('pki inspect') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',serial common_name names subject issuer not_before not_after days_left key signature ca sha256 revoked' }
@('pki verify') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',check status detail' }
@('pki inventory') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',serial common_name names subject issuer not_before not_after days_left key ca revoked revoked_at superseded due mount' }
@('cloud config show') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',access_key region iam_endpoint sts_endpoint sts_region max_retries username_template role_arn identity_token_audience identity_token_ttl' }
@('cloud config rotate-root') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',access_key' }
@('cloud lease show') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',lease lease_max' }
@('cloud role show') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',name credential_type role_arns policy_arns policy_document iam_groups iam_tags default_sts_ttl max_sts_ttl user_path permissions_boundary_arn mfa_serial_number invalid_data external_id session_tags' }
@('cloud static-creds') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',access_key secret_key security_token expiration' }
@('ldap config show') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',url binddn schema userdn userattr upndomain password_policy length starttls insecure_tls request_timeout connection_timeout skip_static_role_import_rotation last_bind_password_rotation certificate client_tls_cert anonymous_group_search case_sensitive_names deny_null_bind dereference_aliases discoverdn groupattr groupdn groupfilter max_page_size tls_min_version tls_max_version use_token_groups userfilter username_as_alias' }
@('ldap static-role show') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',role_name username dn rotation_period last_vault_rotation' }
@('ldap static-cred') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',username dn password last_password ttl rotation_period last_vault_rotation' }
@('ldap role show') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',role_name default_ttl max_ttl username_template creation_ldif deletion_ldif rollback_ldif' }
@('ldap creds') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',username password distinguished_names lease_id lease_duration renewable' }
@('ldap library show') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',set_name service_account_names ttl max_ttl disable_check_in_enforcement' }
@('ldap library status') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',account available borrower_entity_id borrower_client_token' }
@('ldap library check-out') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',service_account_name password lease_id lease_duration renewable' }
@('job list') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',ID Name Namespace Type Priority Status StatusDescription Stop ParentID JobModifyIndex SubmitTime Datacenters NodePool Multiregion Meta CreateIndex ModifyIndex JobSummary Periodic ParameterizedJob' }
@('job status') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',job namespace type status stopped version stable groups deployment unplaced children allocations' }
@('job plan') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',JobModifyIndex Annotations Annotations.DesiredTGUpdates Annotations.PreemptedAllocs CreatedEvals Diff Diff.Type Diff.ID Diff.Fields Diff.Objects Diff.TaskGroups FailedTGAllocs NextPeriodicLaunch Warnings Index KnownLeader LastContact NextToken' }
@('job submission') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',JobID Namespace Version JobModifyIndex Format Source VariableFlags Variables' }
@('job allocations') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',ID Name Namespace EvalID NodeID NodeName JobID JobType JobVersion TaskGroup DesiredStatus DesiredDescription DesiredTransition ClientStatus ClientDescription DeploymentStatus FollowupEvalID NextAllocation PreemptedAllocations PreemptedByAllocation RescheduleTracker TaskStates AllocatedResources CreateTime ModifyTime CreateIndex ModifyIndex' }
@('job evaluations') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',ID Namespace JobID JobModifyIndex Type TriggeredBy Status StatusDescription Priority BlockedEval PreviousEval NextEval DeploymentID NodeID NodeModifyIndex Wait WaitUntil ClassEligibility EscapedComputedClass FailedTGAllocs QueuedAllocations PlanAnnotations SnapshotIndex QuotaLimitReached AnnotatePlan CreateTime ModifyTime CreateIndex ModifyIndex' }
@('job summary') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',group Queued Starting Running Complete Failed Lost Unknown' }
@('job scale-status') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',group Desired Placed Running Healthy Unhealthy Events' }
@('job services') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',ID ServiceName Namespace Address Port Tags Datacenter JobID NodeID AllocID CreateIndex ModifyIndex' }
@('job actions') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',Name TaskGroupName TaskName Command Args' }
@('job dispatch') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',DispatchedJobID EvalID EvalCreateIndex JobCreateIndex Index KnownLeader LastContact NextToken job namespace version deployment result reason' }
@('job periodic force') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',JobID EvalID EvalCreateIndex Index KnownLeader LastContact NextToken job namespace version deployment result reason' }
@('job diff') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',ID From To Type Fields Objects TaskGroups' }
@('job stable') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',Index KnownLeader LastContact NextToken' }
@('job wait') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',job namespace version deployment result reason' }
@('lease lookup') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',id path issue_time expire_time last_renewal ttl renewable' }
@('status') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',service kind name scope state detail attention' }
@('profile explain') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',service name value source refused' }
@('auth status') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',service address product token source problem' }
@('batch run') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',item result exit command reason' }
@('doctor') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',service check status detail' }
@('manifest') | ForEach-Object { $script:TrivetValues["$_ --fields"] = ',path group summary effects' }
$script:TrivetValues['--filter'] = ''
$script:TrivetValues['--filter-current-run-status'] = ''
$script:TrivetValues['--filter-project-id'] = ''
$script:TrivetValues['--for'] = '=healthy placed complete dead promotable'
@('job dispatch', 'job periodic force') | ForEach-Object { $script:TrivetValues["$_ --for"] = '=complete placed dead' }
@('job stop') | ForEach-Object { $script:TrivetValues["$_ --for"] = '=dead' }
$script:TrivetValues['--format'] = '=pem der pem_bundle'
$script:TrivetValues['--header'] = ''
$script:TrivetValues['--host'] = ''
$script:TrivetValues['--iam-endpoint'] = ''
$script:TrivetValues['--iam-groups'] = ''
$script:TrivetValues['--iam-tags'] = ''
$script:TrivetValues['--id'] = ''
$script:TrivetValues['--id-prefix-template'] = ''
$script:TrivetValues['--idempotency-token'] = ''
$script:TrivetValues['--identity-token-audience'] = ''
$script:TrivetValues['--identity-token-ttl'] = ''
$script:TrivetValues['--ignore'] = ''
$script:TrivetValues['--include'] = ',current_configuration_version current_configuration_version.ingress_attributes current_run current_run.configuration_version current_run.configuration_version.ingress_attributes current_run.plan locked_by organization outputs project readme'
$script:TrivetValues['--increment'] = ''
$script:TrivetValues['--ip-sans'] = ''
$script:TrivetValues['--issuing-certificates'] = ''
$script:TrivetValues['--jitter'] = ''
$script:TrivetValues['--job-id'] = '!job'
$script:TrivetValues['--job-version'] = ''
$script:TrivetValues['--jobs-ca-file'] = '/'
$script:TrivetValues['--jobs-client-cert'] = '/'
$script:TrivetValues['--jobs-client-key'] = '/'
$script:TrivetValues['--jobs-namespace'] = ''
$script:TrivetValues['--jobs-product'] = '=documented nomad detect'
$script:TrivetValues['--jobs-region'] = ''
$script:TrivetValues['--jobs-server-name'] = ''
$script:TrivetValues['--jobs-token-from'] = ''
$script:TrivetValues['--jobs-url'] = ''
$script:TrivetValues['--journal'] = '/'
$script:TrivetValues['--key-bits'] = ''
$script:TrivetValues['--key-type'] = '=rsa ed25519 ec'
@('pki role write', 'pki role update') | ForEach-Object { $script:TrivetValues["$_ --key-type"] = '=rsa ec ed25519 any' }
$script:TrivetValues['--key-usage'] = ''
$script:TrivetValues['--layout'] = '=pem nginx'
$script:TrivetValues['--ldap-mount'] = ''
$script:TrivetValues['--ldap-url'] = ''
$script:TrivetValues['--lease'] = ''
$script:TrivetValues['--lease-id'] = ''
$script:TrivetValues['--lease-max'] = ''
$script:TrivetValues['--length'] = ''
$script:TrivetValues['--limit'] = ''
$script:TrivetValues['--link'] = ''
$script:TrivetValues['--locality'] = ''
$script:TrivetValues['--managed-key-id'] = ''
$script:TrivetValues['--managed-key-name'] = ''
$script:TrivetValues['--map'] = ''
$script:TrivetValues['--max-path-length'] = ''
$script:TrivetValues['--max-retries'] = ''
$script:TrivetValues['--max-sts-ttl'] = ''
$script:TrivetValues['--max-ttl'] = ''
$script:TrivetValues['--mesh-token'] = '@'
$script:TrivetValues['--message'] = '@'
$script:TrivetValues['--meta'] = '-'
@('job dispatch') | ForEach-Object { $script:TrivetValues["$_ --meta"] = '' }
@('job scale') | ForEach-Object { $script:TrivetValues["$_ --meta"] = '@' }
$script:TrivetValues['--mfa-code'] = '@'
$script:TrivetValues['--mfa-serial-number'] = ''
$script:TrivetValues['--min-ttl'] = ''
$script:TrivetValues['--mount'] = ''
$script:TrivetValues['--name'] = ''
$script:TrivetValues['--namespace'] = ''
$script:TrivetValues['--new-key'] = '=ec:256 ec:384 rsa:2048 rsa:3072 rsa:4096 ed25519'
$script:TrivetValues['--next-token'] = ''
$script:TrivetValues['--not-after'] = ''
$script:TrivetValues['--not-before-duration'] = ''
$script:TrivetValues['--ocsp-servers'] = ''
$script:TrivetValues['--only'] = ''
$script:TrivetValues['--option'] = ''
$script:TrivetValues['--organization'] = ''
$script:TrivetValues['--other-sans'] = ''
$script:TrivetValues['--ou'] = ''
$script:TrivetValues['--out'] = '/'
$script:TrivetValues['--output'] = '=table json jsonl yaml csv tsv md name env export credential-process'
$script:TrivetValues['-o'] = '=table json jsonl yaml csv tsv md name env export credential-process'
$script:TrivetValues['--page-number'] = ''
$script:TrivetValues['--page-size'] = ''
$script:TrivetValues['--parallel'] = ''
$script:TrivetValues['--password-policy'] = ''
$script:TrivetValues['--payload'] = '@'
$script:TrivetValues['--pem-bundle'] = '@'
$script:TrivetValues['--per-page'] = ''
$script:TrivetValues['--permissions-boundary-arn'] = ''
$script:TrivetValues['--permitted-dns-domains'] = ''
$script:TrivetValues['--pki-mount'] = ''
$script:TrivetValues['--plan-out'] = '/'
$script:TrivetValues['--policy'] = '@'
$script:TrivetValues['--policy-arns'] = ''
$script:TrivetValues['--policy-document'] = '@'
$script:TrivetValues['--policy-identifiers'] = ''
$script:TrivetValues['--port'] = ''
$script:TrivetValues['--postal-code'] = ''
$script:TrivetValues['--prefix'] = ''
$script:TrivetValues['--private-key-format'] = '=der pkcs8'
$script:TrivetValues['--product'] = '=documented hcp-terraform terraform-enterprise otf vault openbao nomad'
$script:TrivetValues['--profile'] = '!profile'
$script:TrivetValues['--project'] = ''
$script:TrivetValues['--province'] = ''
$script:TrivetValues['--query'] = ''
$script:TrivetValues['--rate'] = ''
$script:TrivetValues['--reason'] = '@'
$script:TrivetValues['--region'] = ''
$script:TrivetValues['--request-timeout'] = ''
$script:TrivetValues['--resume'] = '/'
@('batch run') | ForEach-Object { $script:TrivetValues["$_ --resume"] = '-' }
$script:TrivetValues['--role'] = '!pki-role'
$script:TrivetValues['--role-arn'] = ''
$script:TrivetValues['--role-arns'] = ''
$script:TrivetValues['--role-session-name'] = ''
$script:TrivetValues['--rollback-ldif'] = '@'
$script:TrivetValues['--rotation-period'] = ''
$script:TrivetValues['--safety-buffer'] = ''
$script:TrivetValues['--schema'] = '=openldap ad racf'
@('manifest') | ForEach-Object { $script:TrivetValues["$_ --schema"] = '' }
$script:TrivetValues['--search-exclude-tags'] = ''
$script:TrivetValues['--search-name'] = ''
$script:TrivetValues['--search-tags'] = ''
$script:TrivetValues['--search-wildcard-name'] = ''
$script:TrivetValues['--secret-key'] = '@'
$script:TrivetValues['--secrets-ca-file'] = '/'
$script:TrivetValues['--secrets-client-cert'] = '/'
$script:TrivetValues['--secrets-client-key'] = '/'
$script:TrivetValues['--secrets-namespace'] = ''
$script:TrivetValues['--secrets-product'] = '=documented vault openbao detect'
$script:TrivetValues['--secrets-server-name'] = ''
$script:TrivetValues['--secrets-token'] = '@'
$script:TrivetValues['--secrets-token-from'] = ''
$script:TrivetValues['--secrets-url'] = ''
$script:TrivetValues['--serial-number'] = ''
$script:TrivetValues['--service-account-names'] = ''
$script:TrivetValues['--set'] = ''
$script:TrivetValues['--setting-overwrites'] = ''
$script:TrivetValues['--signature-bits'] = ''
$script:TrivetValues['--sort'] = '=name -name current-run.created-at -current-run.created-at latest-change-at -latest-change-at'
@('job versions') | ForEach-Object { $script:TrivetValues["$_ --sort"] = '=Version -Version Stable -Stable Stop -Stop Status -Status JobModifyIndex -JobModifyIndex VersionTag.Name -VersionTag.Name SubmitTime -SubmitTime' }
@('job allocations') | ForEach-Object { $script:TrivetValues["$_ --sort"] = '=ID -ID TaskGroup -TaskGroup JobVersion -JobVersion DesiredStatus -DesiredStatus ClientStatus -ClientStatus NodeName -NodeName EvalID -EvalID CreateTime -CreateTime ModifyTime -ModifyTime TaskStates -TaskStates' }
@('job evaluations') | ForEach-Object { $script:TrivetValues["$_ --sort"] = '=ID -ID TriggeredBy -TriggeredBy Status -Status StatusDescription -StatusDescription Priority -Priority BlockedEval -BlockedEval DeploymentID -DeploymentID CreateTime -CreateTime' }
@('job deployments') | ForEach-Object { $script:TrivetValues["$_ --sort"] = '=ID -ID JobVersion -JobVersion Status -Status StatusDescription -StatusDescription CreateTime -CreateTime ModifyTime -ModifyTime' }
$script:TrivetValues['--source-name'] = ''
$script:TrivetValues['--source-url'] = ''
$script:TrivetValues['--start-time'] = ''
$script:TrivetValues['--street-address'] = ''
$script:TrivetValues['--sts-endpoint'] = ''
$script:TrivetValues['--submission'] = '@'
$script:TrivetValues['--tag'] = ''
$script:TrivetValues['--tagged'] = ''
$script:TrivetValues['--task'] = ''
$script:TrivetValues['--timeout'] = ''
$script:TrivetValues['--title'] = ''
$script:TrivetValues['--to'] = '=previous stable'
$script:TrivetValues['--token-file'] = '/'
$script:TrivetValues['--toolset'] = ''
$script:TrivetValues['--trigger-patterns'] = ''
$script:TrivetValues['--trigger-prefixes'] = ''
$script:TrivetValues['--trust'] = '/'
$script:TrivetValues['--ttl'] = ''
$script:TrivetValues['--type'] = '=banner modal'
$script:TrivetValues['--unmanaged'] = ',workspace message pki-role pki-urls pki-crl-config cloud-role cloud-static-role cloud-config ldap-role ldap-static-role ldap-set ldap-config job'
$script:TrivetValues['--unset'] = ',enforce-prior-version'
@('workspace create') | ForEach-Object { $script:TrivetValues["$_ --unset"] = ',auto-destroy-at auto-destroy-activity-duration' }
@('workspace update') | ForEach-Object { $script:TrivetValues["$_ --unset"] = ',auto-destroy-at auto-destroy-activity-duration vcs-repo' }
@('message update') | ForEach-Object { $script:TrivetValues["$_ --unset"] = ',end-time link option' }
$script:TrivetValues['--until'] = ''
$script:TrivetValues['--upndomain'] = ''
$script:TrivetValues['--uri-sans'] = ''
$script:TrivetValues['--user-path'] = ''
$script:TrivetValues['--userattr'] = ''
$script:TrivetValues['--userdn'] = ''
$script:TrivetValues['--username'] = ''
$script:TrivetValues['--username-template'] = '@'
$script:TrivetValues['--var'] = ''
$script:TrivetValues['--var-file'] = '/'
$script:TrivetValues['--variable-flags'] = ''
$script:TrivetValues['--variables'] = '@'
$script:TrivetValues['--vcs-repo'] = '@'
$script:TrivetValues['--vcs-repo-branch'] = ''
$script:TrivetValues['--vcs-repo-identifier'] = ''
$script:TrivetValues['--vcs-repo-oauth-token-id'] = ''
$script:TrivetValues['--vcs-repo-tags-regex'] = ''
$script:TrivetValues['--vcs-repo-vcs-app-installation-id'] = ''
$script:TrivetValues['--wait-timeout'] = ''
$script:TrivetValues['--where'] = ':name~ id~ type~ organization~ project~ description~ execution-mode~ execution-mode=remote execution-mode=local execution-mode=agent agent-pool-id~ agent-pool~ engine-version~< locked locked=true locked=false locked-by~ holder~ locked-reason~ auto-apply auto-apply=true auto-apply=false auto-apply-run-trigger auto-apply-run-trigger=true auto-apply-run-trigger=false allow-destroy-plan allow-destroy-plan=true allow-destroy-plan=false assessments-enabled assessments-enabled=true assessments-enabled=false auto-destroy-at< auto-destroy-activity-duration< file-triggers-enabled file-triggers-enabled=true file-triggers-enabled=false global-remote-state global-remote-state=true global-remote-state=false operations operations=true operations=false queue-all-runs queue-all-runs=true queue-all-runs=false source-name~ source-url~ speculative-enabled speculative-enabled=true speculative-enabled=false trigger-patterns~ trigger-prefixes~ working-directory~ setting-overwrites vcs-repo vcs-repo.identifier~ vcs-repo.oauth-token-id~ vcs-repo.vcs-app-installation-id~ vcs-repo.github-app-installation-id~ vcs-repo.branch~ vcs-repo.ingress-submodules vcs-repo.ingress-submodules=true vcs-repo.ingress-submodules=false vcs-repo.tags-regex~ vcs-repo.display-identifier~ vcs-repo.repository-http-url~ vcs-repo.service-provider~ vcs-repo.webhook-url~ apply-duration-average< plan-duration-average< policy-check-failures< run-failures< workspace-kpis-run-count< tag-names~ resource-count< latest-change-at< created-at< updated-at< current-run~ latest-run~ current-state-version~ current-configuration-version~ ssh-key~ data-retention-policy~ remote-state-consumers~ outputs~ readme~ actions permissions can-queue-destroy-plan can-queue-destroy-plan=true can-queue-destroy-plan=false environment~ migration-environment~ structured-run-output-enabled structured-run-output-enabled=true structured-run-output-enabled=false auto-destroy-status~ inherits-project-auto-destroy inherits-project-auto-destroy=true inherits-project-auto-destroy=false project-remote-state project-remote-state=true project-remote-state=false hyok-enabled hyok-enabled=true hyok-enabled=false vcs-repo-identifier~ oauth-client-name~ last-assessment-result-at< source~ vars~ tag~'
@('job list', 'job dispatch', 'job periodic force', 'job scale', 'job evaluate', 'job revert', 'job start', 'job stable', 'job stop') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':ID~ Name~ Namespace~ Type~ Priority< Status~ StatusDescription~ Stop Stop=true Stop=false ParentID~ JobModifyIndex< SubmitTime< Datacenters~ NodePool~ Multiregion Meta CreateIndex< ModifyIndex< Region~ Version< Stable Stable=true Stable=false TaskGroups~ Periodic Periodic=true Periodic=false Periodic.Enabled Periodic.Enabled=true Periodic.Enabled=false Periodic.Spec~ Periodic.Specs~ Periodic.SpecType~ Periodic.ProhibitOverlap Periodic.ProhibitOverlap=true Periodic.ProhibitOverlap=false Periodic.TimeZone~ ParameterizedJob ParameterizedJob=true ParameterizedJob=false Affinities~ AllAtOnce AllAtOnce=true AllAtOnce=false Constraints~ ConsulNamespace~ VaultNamespace~ DispatchIdempotencyToken~ Dispatched Dispatched=true Dispatched=false Migrate NomadTokenID~ Payload~ Reschedule Spreads~ UI Update VersionTag VersionTag.Name~ VersionTag.Description~ VersionTag.TaggedTime< JobSummary' }
@('ldap library list', 'ldap library update', 'ldap library delete', 'ldap library check-in', 'ldap library manage check-in') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':name~ set_name~ service_account_names~ ttl< max_ttl< disable_check_in_enforcement disable_check_in_enforcement=true disable_check_in_enforcement=false key~' }
@('cloud static-role update', 'cloud static-role delete', 'ldap role update', 'ldap role delete') | ForEach-Object { $script:TrivetValues["$_ --where"] = '' }
@('ldap static-role list', 'ldap static-role update', 'ldap static-role delete', 'ldap static-role rotate') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':name~ role_name~ username~ dn~ rotation_period< last_vault_rotation< key~' }
@('message list', 'message update', 'message delete') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':id~ title~ status~ type~ type=banner type=modal authenticated authenticated=true authenticated=false active active=true active=false start_time< end_time< link options message~ key~' }
@('pki role update', 'pki role list', 'pki role delete') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':name~ ttl< max_ttl< allow_localhost allow_localhost=true allow_localhost=false allowed_domains~ allowed_domains_template allowed_domains_template=true allowed_domains_template=false allow_bare_domains allow_bare_domains=true allow_bare_domains=false allow_subdomains allow_subdomains=true allow_subdomains=false allow_glob_domains allow_glob_domains=true allow_glob_domains=false allow_wildcard_certificates allow_wildcard_certificates=true allow_wildcard_certificates=false allow_any_name allow_any_name=true allow_any_name=false enforce_hostnames enforce_hostnames=true enforce_hostnames=false allow_ip_sans allow_ip_sans=true allow_ip_sans=false allowed_uri_sans~ allowed_uri_sans_template allowed_uri_sans_template=true allowed_uri_sans_template=false allowed_other_sans~ allowed_serial_numbers~ server_flag server_flag=true server_flag=false client_flag client_flag=true client_flag=false code_signing_flag code_signing_flag=true code_signing_flag=false email_protection_flag email_protection_flag=true email_protection_flag=false key_type~ key_type=rsa key_type=ec key_type=ed25519 key_type=any key_bits< signature_bits< key_usage~ ext_key_usage~ ext_key_usage_oids~ use_csr_common_name use_csr_common_name=true use_csr_common_name=false use_csr_sans use_csr_sans=true use_csr_sans=false ou~ organization~ country~ locality~ province~ street_address~ postal_code~ generate_lease generate_lease=true generate_lease=false no_store no_store=true no_store=false require_cn require_cn=true require_cn=false policy_identifiers~ basic_constraints_valid_for_non_ca basic_constraints_valid_for_non_ca=true basic_constraints_valid_for_non_ca=false not_before_duration< not_after< allow_globs_in_identity_templates allow_globs_in_identity_templates=true allow_globs_in_identity_templates=false allow_token_displayname allow_token_displayname=true allow_token_displayname=false allowed_ip_sans_cidr~ allowed_user_ids~ cn_validations~ issuer_ref~ not_after_bound~ not_before~ not_before_bound~ use_pss use_pss=true use_pss=false key~' }
@('cloud role update', 'cloud role list', 'cloud role delete') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':name~ credential_type~ credential_type=iam_user credential_type=assumed_role credential_type=federation_token credential_type=session_token role_arns~ policy_arns~ policy_document~ iam_groups~ iam_tags default_sts_ttl< max_sts_ttl< user_path~ permissions_boundary_arn~ mfa_serial_number~ invalid_data~ external_id~ session_tags key~' }
@('workspace consumer list') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':id~ type~ name~ organization~ project~ description~ execution-mode~ agent-pool-id~ agent-pool~ engine-version~< locked locked=true locked=false locked-by~ holder~ locked-reason~ auto-apply auto-apply=true auto-apply=false auto-apply-run-trigger auto-apply-run-trigger=true auto-apply-run-trigger=false allow-destroy-plan allow-destroy-plan=true allow-destroy-plan=false assessments-enabled assessments-enabled=true assessments-enabled=false auto-destroy-at< auto-destroy-activity-duration< file-triggers-enabled file-triggers-enabled=true file-triggers-enabled=false global-remote-state global-remote-state=true global-remote-state=false operations operations=true operations=false queue-all-runs queue-all-runs=true queue-all-runs=false source-name~ source-url~ speculative-enabled speculative-enabled=true speculative-enabled=false trigger-patterns~ trigger-prefixes~ working-directory~ setting-overwrites vcs-repo vcs-repo.identifier~ vcs-repo.oauth-token-id~ vcs-repo.vcs-app-installation-id~ vcs-repo.github-app-installation-id~ vcs-repo.branch~ vcs-repo.ingress-submodules vcs-repo.ingress-submodules=true vcs-repo.ingress-submodules=false vcs-repo.tags-regex~ vcs-repo.display-identifier~ vcs-repo.repository-http-url~ vcs-repo.service-provider~ vcs-repo.webhook-url~ apply-duration-average< plan-duration-average< policy-check-failures< run-failures< workspace-kpis-run-count< tag-names~ resource-count< latest-change-at< created-at< updated-at< current-run~ latest-run~ current-state-version~ current-configuration-version~ ssh-key~ data-retention-policy~ remote-state-consumers~ outputs~ readme~ actions permissions can-queue-destroy-plan can-queue-destroy-plan=true can-queue-destroy-plan=false environment~ migration-environment~ structured-run-output-enabled structured-run-output-enabled=true structured-run-output-enabled=false auto-destroy-status~ inherits-project-auto-destroy inherits-project-auto-destroy=true inherits-project-auto-destroy=false project-remote-state project-remote-state=true project-remote-state=false hyok-enabled hyok-enabled=true hyok-enabled=false vcs-repo-identifier~ oauth-client-name~ last-assessment-result-at< source~ vars~' }
@('workspace tag list') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':id~ type~ name~ instance-count< organization~' }
@('pki revoke') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':serial_number~ certificate~ revocation_time< revocation_time_rfc3339~ issuer_id~ ca_chain~ key~ common_name~ dns_names~ issuer~ key_type~ key_bits< not_before< not_after<' }
@('pki inventory') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':serial~ common_name~ names~ subject~ issuer~ not_before< not_after< days_left< key~ ca ca=true ca=false revoked~ revoked_at< superseded superseded=true superseded=false due due=true due=false mount~' }
@('ldap library status') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':account~ available available=true available=false borrower_entity_id~ borrower_client_token~' }
@('job versions') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':ID~ Name~ Namespace~ Type~ Priority< Status~ StatusDescription~ Stop Stop=true Stop=false ParentID~ JobModifyIndex< SubmitTime< Datacenters~ NodePool~ Multiregion Meta CreateIndex< ModifyIndex< Region~ Version< Stable Stable=true Stable=false TaskGroups~ Periodic Periodic.Enabled Periodic.Enabled=true Periodic.Enabled=false Periodic.Spec~ Periodic.Specs~ Periodic.SpecType~ Periodic.ProhibitOverlap Periodic.ProhibitOverlap=true Periodic.ProhibitOverlap=false Periodic.TimeZone~ ParameterizedJob Affinities~ AllAtOnce AllAtOnce=true AllAtOnce=false Constraints~ ConsulNamespace~ VaultNamespace~ DispatchIdempotencyToken~ Dispatched Dispatched=true Dispatched=false Migrate NomadTokenID~ Payload~ Reschedule Spreads~ UI Update VersionTag VersionTag.Name~ VersionTag.Description~ VersionTag.TaggedTime<' }
@('job allocations') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':ID~ Name~ Namespace~ EvalID~ NodeID~ NodeName~ JobID~ JobType~ JobVersion< TaskGroup~ DesiredStatus~ DesiredDescription~ DesiredTransition ClientStatus~ ClientDescription~ DeploymentStatus FollowupEvalID~ NextAllocation~ PreemptedAllocations~ PreemptedByAllocation~ RescheduleTracker TaskStates AllocatedResources CreateTime< ModifyTime< CreateIndex< ModifyIndex<' }
@('job evaluations') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':ID~ Namespace~ JobID~ JobModifyIndex< Type~ TriggeredBy~ Status~ StatusDescription~ Priority< BlockedEval~ PreviousEval~ NextEval~ DeploymentID~ NodeID~ NodeModifyIndex< Wait< WaitUntil< ClassEligibility EscapedComputedClass EscapedComputedClass=true EscapedComputedClass=false FailedTGAllocs QueuedAllocations PlanAnnotations SnapshotIndex< QuotaLimitReached~ AnnotatePlan AnnotatePlan=true AnnotatePlan=false CreateTime< ModifyTime< CreateIndex< ModifyIndex<' }
@('job deployments') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':ID~ Namespace~ JobID~ JobVersion< JobModifyIndex< JobSpecModifyIndex< JobCreateIndex< Status~ StatusDescription~ TaskGroups EvalPriority< IsMultiregion IsMultiregion=true IsMultiregion=false CreateTime< ModifyTime< CreateIndex< ModifyIndex<' }
@('job summary') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':group~ Queued< Starting< Running< Complete< Failed< Lost< Unknown<' }
@('job scale-status') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':group~ Desired< Placed< Running< Healthy< Unhealthy< Events~' }
@('job services') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':ID~ ServiceName~ Namespace~ Address~ Port< Tags~ Datacenter~ JobID~ NodeID~ AllocID~ CreateIndex< ModifyIndex<' }
@('job actions') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':Name~ TaskGroupName~ TaskName~ Command~ Args~' }
@('export') | ForEach-Object { $script:TrivetValues["$_ --where"] = ':name~ id~ type~ organization~ project~ description~ execution-mode~ agent-pool-id~ agent-pool~ engine-version~< locked locked=true locked=false locked-by~ holder~ locked-reason~ auto-apply auto-apply=true auto-apply=false auto-apply-run-trigger auto-apply-run-trigger=true auto-apply-run-trigger=false allow-destroy-plan allow-destroy-plan=true allow-destroy-plan=false assessments-enabled assessments-enabled=true assessments-enabled=false auto-destroy-at< auto-destroy-activity-duration< file-triggers-enabled file-triggers-enabled=true file-triggers-enabled=false global-remote-state global-remote-state=true global-remote-state=false operations operations=true operations=false queue-all-runs queue-all-runs=true queue-all-runs=false source-name~ source-url~ speculative-enabled speculative-enabled=true speculative-enabled=false trigger-patterns~ trigger-prefixes~ working-directory~ setting-overwrites vcs-repo vcs-repo.identifier~ vcs-repo.oauth-token-id~ vcs-repo.vcs-app-installation-id~ vcs-repo.github-app-installation-id~ vcs-repo.branch~ vcs-repo.ingress-submodules vcs-repo.ingress-submodules=true vcs-repo.ingress-submodules=false vcs-repo.tags-regex~ vcs-repo.display-identifier~ vcs-repo.repository-http-url~ vcs-repo.service-provider~ vcs-repo.webhook-url~ apply-duration-average< plan-duration-average< policy-check-failures< run-failures< workspace-kpis-run-count< tag-names~ resource-count< latest-change-at< created-at< updated-at< current-run~ latest-run~ current-state-version~ current-configuration-version~ ssh-key~ data-retention-policy~ remote-state-consumers~ outputs~ readme~ actions permissions can-queue-destroy-plan can-queue-destroy-plan=true can-queue-destroy-plan=false environment~ migration-environment~ structured-run-output-enabled structured-run-output-enabled=true structured-run-output-enabled=false auto-destroy-status~ inherits-project-auto-destroy inherits-project-auto-destroy=true inherits-project-auto-destroy=false project-remote-state project-remote-state=true project-remote-state=false hyok-enabled hyok-enabled=true hyok-enabled=false vcs-repo-identifier~ oauth-client-name~ last-assessment-result-at< source~ vars~ tag~ title~ status~ authenticated authenticated=true authenticated=false active active=true active=false start_time< end_time< link options message~ key~ ttl< max_ttl< allow_localhost allow_localhost=true allow_localhost=false allowed_domains~ allowed_domains_template allowed_domains_template=true allowed_domains_template=false allow_bare_domains allow_bare_domains=true allow_bare_domains=false allow_subdomains allow_subdomains=true allow_subdomains=false allow_glob_domains allow_glob_domains=true allow_glob_domains=false allow_wildcard_certificates allow_wildcard_certificates=true allow_wildcard_certificates=false allow_any_name allow_any_name=true allow_any_name=false enforce_hostnames enforce_hostnames=true enforce_hostnames=false allow_ip_sans allow_ip_sans=true allow_ip_sans=false allowed_uri_sans~ allowed_uri_sans_template allowed_uri_sans_template=true allowed_uri_sans_template=false allowed_other_sans~ allowed_serial_numbers~ server_flag server_flag=true server_flag=false client_flag client_flag=true client_flag=false code_signing_flag code_signing_flag=true code_signing_flag=false email_protection_flag email_protection_flag=true email_protection_flag=false key_type~ key_bits< signature_bits< key_usage~ ext_key_usage~ ext_key_usage_oids~ use_csr_common_name use_csr_common_name=true use_csr_common_name=false use_csr_sans use_csr_sans=true use_csr_sans=false ou~ country~ locality~ province~ street_address~ postal_code~ generate_lease generate_lease=true generate_lease=false no_store no_store=true no_store=false require_cn require_cn=true require_cn=false policy_identifiers~ basic_constraints_valid_for_non_ca basic_constraints_valid_for_non_ca=true basic_constraints_valid_for_non_ca=false not_before_duration< not_after< allow_globs_in_identity_templates allow_globs_in_identity_templates=true allow_globs_in_identity_templates=false allow_token_displayname allow_token_displayname=true allow_token_displayname=false allowed_ip_sans_cidr~ allowed_user_ids~ cn_validations~ issuer_ref~ not_after_bound~ not_before~ not_before_bound~ use_pss use_pss=true use_pss=false credential_type~ role_arns~ policy_arns~ policy_document~ iam_groups~ iam_tags default_sts_ttl< max_sts_ttl< user_path~ permissions_boundary_arn~ mfa_serial_number~ invalid_data~ external_id~ session_tags role_name~ username~ dn~ rotation_period< last_vault_rotation< set_name~ service_account_names~ disable_check_in_enforcement disable_check_in_enforcement=true disable_check_in_enforcement=false ID~ Name~ Namespace~ Type~ Priority< Status~ StatusDescription~ Stop Stop=true Stop=false ParentID~ JobModifyIndex< SubmitTime< Datacenters~ NodePool~ Multiregion Meta CreateIndex< ModifyIndex< Region~ Version< Stable Stable=true Stable=false TaskGroups~ Periodic Periodic=true Periodic=false Periodic.Enabled Periodic.Enabled=true Periodic.Enabled=false Periodic.Spec~ Periodic.Specs~ Periodic.SpecType~ Periodic.ProhibitOverlap Periodic.ProhibitOverlap=true Periodic.ProhibitOverlap=false Periodic.TimeZone~ ParameterizedJob ParameterizedJob=true ParameterizedJob=false Affinities~ AllAtOnce AllAtOnce=true AllAtOnce=false Constraints~ ConsulNamespace~ VaultNamespace~ DispatchIdempotencyToken~ Dispatched Dispatched=true Dispatched=false Migrate NomadTokenID~ Payload~ Reschedule Spreads~ UI Update VersionTag VersionTag.Name~ VersionTag.Description~ VersionTag.TaggedTime< JobSummary' }
$script:TrivetValues['--working-directory'] = ''
$script:TrivetValues['--workspaces-ca-file'] = '/'
$script:TrivetValues['--workspaces-client-cert'] = '/'
$script:TrivetValues['--workspaces-client-key'] = '/'
$script:TrivetValues['--workspaces-product'] = '=documented hcp-terraform terraform-enterprise otf detect'
$script:TrivetValues['--workspaces-server-name'] = ''
$script:TrivetValues['--workspaces-token-from'] = ''
$script:TrivetValues['--workspaces-url'] = ''
$script:TrivetValues['--wrap-ttl'] = ''

function script:Get-TrivetValue([string] $path, [string] $flag) {
  foreach ($key in "$path $flag", $flag) {
    if ($script:TrivetValues.ContainsKey($key)) { return $script:TrivetValues[$key] }
  }
  '-'
}

# The fields of conditions; after a field its operators; after = the values that are known.
function script:Get-TrivetConditions([string] $part, [string[]] $words) {
  if ($part -cmatch '^([^=!~<>]+)(!?=)[^=]*$') {
    $name = $Matches[1]
    $operator = $Matches[2]
    foreach ($word in $words) {
      if ($word.StartsWith("$name=", [StringComparison]::Ordinal)) { $name + $operator + $word.Substring($name.Length + 1) }
    }
    return
  }
  $fields = @($words | Where-Object { -not $_.Contains('=') -and $_.TrimEnd('~', '<').StartsWith($part, [StringComparison]::Ordinal) })
  $exact = @($fields | Where-Object { $_.TrimEnd('~', '<') -ceq $part })
  if ($fields.Count -eq 1) { $exact = $fields }
  $fields | Where-Object { $_ -cnotin $exact } | ForEach-Object { $_.TrimEnd('~', '<') }
  foreach ($word in $exact) {
    $operators = @('=', '!=')
    if ($word.Contains('~')) { $operators += '~' }
    if ($word.Contains('<')) { $operators += '<', '<=', '>', '>=' }
    foreach ($operator in $operators) { $word.TrimEnd('~', '<') + $operator }
  }
}

function script:Read-TrivetNames([string] $file, [string] $profiles, [string] $context) {
  $result = @{ State = 'none'; Names = @() }
  if (-not (Test-Path -LiteralPath $file -PathType Leaf)) { return $result }
  if ((Test-Path -LiteralPath $profiles) -and
    (Get-Item -LiteralPath $profiles).LastWriteTimeUtc -gt (Get-Item -LiteralPath $file).LastWriteTimeUtc) { return $result }
  $lines = @(Get-Content -LiteralPath $file -ErrorAction SilentlyContinue)
  if ($lines.Count -lt 2 -or $lines[0] -notmatch '^trivet names 1 (\d{1,14})$') { return $result }
  $expires = [long] $Matches[1]
  if ($lines[1] -cne $context) { return $result }
  $now = [DateTimeOffset]::UtcNow.ToUnixTimeSeconds()
  if ($now -ge $expires + 600) { return $result }
  $result.Names = @($lines | Select-Object -Skip 2 | Where-Object { $_ -match '^[A-Za-z0-9._/@:+%][A-Za-z0-9._/@:+%-]*$' })
  $result.State = if ($now -lt $expires) { 'fresh' } else { 'old' }
  $result
}

function script:Get-TrivetNames([string] $kind, [string] $parent, [string[]] $given) {
  $ownHome = if ($env:TRIVET_CONFIG_DIR) { $env:TRIVET_CONFIG_DIR } else { $null }
  if ($ownHome) {
    $folder = Join-Path $ownHome 'cache'
    $profiles = Join-Path $ownHome 'profiles.json'
  } elseif ($IsLinux -or $IsMacOS) {
    $folder = if ("$env:XDG_CACHE_HOME".StartsWith('/')) { "$env:XDG_CACHE_HOME/trivet" } else { "$HOME/.cache/trivet" }
    $profiles = if ("$env:XDG_CONFIG_HOME".StartsWith('/')) { "$env:XDG_CONFIG_HOME/trivet/profiles.json" } else { "$HOME/.config/trivet/profiles.json" }
  } else {
    $folder = Join-Path $env:LOCALAPPDATA 'trivet'
    $profiles = Join-Path $env:APPDATA 'trivet/profiles.json'
  }
  $file = Join-Path (Join-Path $folder 'names') $kind
  $parts = @($parent, ($given -join ' ')) + @("$env:TRIVET_PROFILE", "$env:TRIVET_WORKSPACES_URL", "$env:TRIVET_ORGANIZATION", "$env:TFE_ADDRESS", "$env:TFE_HOSTNAME", "$env:TFE_ORGANIZATION", "$env:TFE_ORG", "$env:TF_CLOUD_HOSTNAME", "$env:TF_CLOUD_ORGANIZATION", "$env:TRIVET_SECRETS_URL", "$env:TRIVET_SECRETS_NAMESPACE", "$env:BAO_ADDR", "$env:BAO_NAMESPACE", "$env:VAULT_ADDR", "$env:VAULT_NAMESPACE", "$env:TRIVET_JOBS_URL", "$env:TRIVET_JOBS_NAMESPACE", "$env:TRIVET_JOBS_REGION", "$env:NOMAD_ADDR", "$env:NOMAD_NAMESPACE", "$env:NOMAD_REGION")
  $context = ($parts -join '|') -creplace '[^!-~]', '_'
  if ($context -like '*://*@*') { return }
  $asked = @('completion', 'candidates', $kind) + @($parent | Where-Object { $_ }) + @($given | Where-Object { $_ }) + "--context=$context"
  $read = Read-TrivetNames $file $profiles $context
  # A shell of PowerShell has no cheap background: old names are read again before they are offered.
  if ($read.State -ne 'fresh') {
    $program = Get-Command trivet -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if ($program) { try { $null = $null | & $program @asked 2>$null } catch { } }
    $read = Read-TrivetNames $file $profiles $context
  }
  $read.Names
}

Register-ArgumentCompleter -Native -CommandName trivet -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $part = "$wordToComplete"
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or ($part -eq '' -and $_.Extent.EndOffset -le $cursorPosition) } |
    ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
  $path = ''
  $open = $true
  $flag = $null
  $typed = @()
  $given = @()
  for ($i = 0; $i -lt $before.Count; $i++) {
    $word = $before[$i]
    if ($word -eq '--') { return }
    if ($word -match '^(--[^=]+)=') {
      if ($Matches[1] -in @('--profile', '--base-url', '--token-file', '--ca-file', '--product', '--organization', '--namespace', '--region', '--mount')) { $given += $word }
    } elseif ($word -match '^-.') {
      if ((Get-TrivetValue $path $word) -eq '-') { continue }
      if ($i + 1 -eq $before.Count) { $flag = $word; continue }
      if ($word -in @('--profile', '--base-url', '--token-file', '--ca-file', '--product', '--organization', '--namespace', '--region', '--mount')) { $given += "$word=$($before[$i + 1])" }
      $i++
    } elseif ($open -and @($script:TrivetChildren[$path] | ForEach-Object { ($_ -split "\t")[0] }) -ccontains $word) {
      $path = "$path $word".Trim()
    } else {
      $open = $false
      $typed += $word
    }
  }
  $prefix = ''
  $spec = $null
  $found = @()
  $escape = $false
  if ($flag) {
    $spec = Get-TrivetValue $path $flag
  } elseif ($part -match '^(--[^=]+=)(.*)$') {
    $prefix = $Matches[1]
    $part = $Matches[2]
    $spec = Get-TrivetValue $path $prefix.TrimEnd('=')
    if ($spec -eq '-') { $spec = '=true false' }
  } elseif ($part.StartsWith('-')) {
    $found = @($script:TrivetFlags[$path]) + $script:TrivetGlobals
  } else {
    if ($open) { $found = @($script:TrivetChildren[$path]) }
    $places = @($script:TrivetPlaces[$path] | Where-Object { $null -ne $_ })
    if ($places.Count -gt 0) {
      $index = $typed.Count
      if ($places[-1] -eq '...') { $index = [Math]::Min($index, $places.Count - 2) }
      if ($index -lt $places.Count) { $spec = $places[$index] }
    }
  }
  if ($spec) {
    switch -Regex ($spec) {
      '^=' { $found += $spec.Substring(1) -split ' '; break }
      '^,' {
        $cut = $part.LastIndexOf(',') + 1
        $prefix += $part.Substring(0, $cut)
        $part = $part.Substring($cut)
        $found += $spec.Substring(1) -split ' '
        break
      }
      '^:' {
        # Outside quotes < and > are not of the word.
        if ($part -match '^["'']') {
          $prefix += $part.Substring(0, 1)
          $part = $part.Substring(1)
        } else {
          $escape = $true
        }
        $found += @(Get-TrivetConditions $part ($spec.Substring(1) -split ' '))
        break
      }
      '^!' {
        $parent = ''
        if ($spec -in @('!allocation', '!action', '!group')) { $parent = "$($typed | Select-Object -First 1)" }
        elseif ($spec -in @('!ldap-static-role', '!ldap-set') -and $part -match '^([A-Za-z0-9._/-]+)/') { $parent = $Matches[1] }
        elseif ($spec -eq '!workspace' -and $part -match '^([A-Za-z0-9_-]+)/') { $parent = $Matches[1] }
        $found += @(Get-TrivetNames $spec.Substring(1) $parent $given)
        break
      }
    }
  }
  # Nothing found: PowerShell completes files by itself.
  foreach ($entry in $found) {
    if (-not $entry) { continue }
    $word, $summary = $entry -split "\t", 2
    if (-not $word.StartsWith($part, [StringComparison]::Ordinal)) { continue }
    $kind = if ($word.StartsWith('-')) { 'ParameterName' } else { 'ParameterValue' }
    $typing = if ($escape) { $word -replace '[<>]', ('' + [char] 96 + '$0') } else { $word }
    [System.Management.Automation.CompletionResult]::new("$prefix$typing", $word, $kind, $(if ($summary) { $summary } else { $word }))
  }
}
