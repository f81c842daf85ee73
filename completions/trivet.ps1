# trivet completion for PowerShell 7. Generated from the catalogue: do not edit.
# Static words are answered here. Live names come from files that "trivet completion candidates" writes,
# waited for 300 ms at most, by reading only.

$script:TrivetChildren = @{
  '' = @('workspace	Infrastructure workspaces: settings, locks, tags, consumers', 'message	Messages of the secrets UI, before and after login', 'pki	Certificates: CA, roles, issuing, signing, revocation', 'cloud	Cloud credentials: roles, users and tokens made on demand', 'ldap	Directory accounts: rotated, made on demand, and lent', 'job	Jobs: plan, register, dispatch, scale, revert, run actions', 'lease	Leases and wrapped replies of the secrets service', 'export	Write objects of the servers as files', 'diff	Compare files with the servers', 'status	What is locked, failing, waiting, lent or about to expire', 'profile	Named sets of servers, and where each value comes from', 'auth	Tokens of a profile', 'api	A raw request with the same token, retries and errors', 'batch	Many command lines in one process, resumable', 'sandbox	The three documented APIs on this machine, to rehearse with', 'doctor	Check addresses, TLS, servers, tokens, permissions and clocks', 'completion	Completion scripts for bash, zsh, fish and PowerShell', 'man	Manual pages of trivet and of each group', 'manifest	Everything about every command, for programs', 'mcp	Commands as tools for agents (Model Context Protocol)', 'help	Help for a command or topic')
  'workspace' = @('create	Create a workspace in an organization', 'list	List the workspaces of an organization', 'show	Show a workspace', 'update	Change settings of a workspace', 'delete	Delete a workspace that manages no resources', 'force-delete	Delete a workspace without checking its resources', 'lock	Lock a workspace against runs', 'unlock	Unlock a workspace', 'force-unlock	Unlock a workspace that somebody else has locked', 'ssh-key	Commands of ssh-key', 'consumer	Commands of consumer', 'tag	Commands of tag', 'retention-policy	Commands of retention-policy')
  'workspace ssh-key' = @('assign	Assign an SSH key to a workspace', 'unassign	Take the SSH key from a workspace')
  'workspace consumer' = @('list	List the workspaces that may read the state', 'add	Let workspaces read the state', 'replace	Replace the workspaces that may read the state', 'remove	Stop workspaces from reading the state')
  'workspace tag' = @('list	List the tags of a workspace', 'add	Add tags to a workspace', 'remove	Remove tags from a workspace')
  'workspace retention-policy' = @('show	Show the data retention policy of a workspace', 'set	Set the data retention policy of a workspace', 'delete	Remove the data retention policy of a workspace')
  'message' = @('list	List the custom messages of the UI', 'create	Create a custom message of the UI', 'show	Show a custom message of the UI', 'update	Change a custom message of the UI', 'delete	Delete a custom message of the UI')
  'pki' = @('ca	Commands of ca', 'cert	Commands of cert', 'crl	Commands of crl', 'urls	Commands of urls', 'intermediate	Commands of intermediate', 'issue	Issue a certificate with a new key under a role', 'revoke	Revoke a certificate', 'role	Commands of role', 'root	Commands of root', 'sign	Sign a certificate request under a role', 'renew	Renew the certificate and key of a folder when it is time', 'sign-verbatim	Sign a certificate request as it is, whatever it names', 'tidy	Remove expired certificates and invalid revocations', 'tidy-status	Show how the current or latest tidy goes', 'inspect	Show certificates of a file, a mount or a TLS server', 'verify	Check key, chain, names, revocation and expiry of a folder', 'inventory	List certificates with their names, ends and revocation')
  'pki ca' = @('show	Show the CA certificate of a mount', 'chain	Show the CA chain of a mount', 'import	Import a CA certificate and its key')
  'pki cert' = @('show	Show a stored certificate', 'download	Download a stored certificate as bytes', 'list	List the serial numbers of stored certificates')
  'pki crl' = @('config	Commands of config', 'show	Show the revocation list of a mount', 'rotate	Force the rotation of the CRL')
  'pki crl config' = @('show	Show the CRL configuration', 'set	Set the validity of the CRL, or disable it')
  'pki urls' = @('show	Show the URLs that issued certificates carry', 'set	Set the URLs that issued certificates carry')
  'pki intermediate' = @('generate	Generate the key of an intermediate CA and a request for it', 'set-signed	Give the signed certificate of an intermediate CA back')
  'pki role' = @('write	Create or update a role', 'update	Change settings of a role', 'show	Show a role', 'list	List the names of roles', 'delete	Delete a role')
  'pki root' = @('generate	Generate a self-signed CA certificate and its key', 'delete	Delete the CA key of a mount', 'sign-intermediate	Sign the request of an intermediate CA', 'sign-self-issued	Sign a self-issued CA certificate, for a bridge between CAs')
  'cloud' = @('config	Commands of config', 'lease	Commands of lease', 'role	Commands of role', 'creds	Generate credentials from a role', 'sts	Generate credentials of the token service from a role', 'static-role	Commands of static-role', 'static-creds	Show the current credentials of a static role')
  'cloud config' = @('set	Set the root credentials and settings of the cloud engine', 'show	Show the root configuration of the cloud engine', 'rotate-root	Rotate the root access key of the cloud engine')
  'cloud lease' = @('set	Set how long leases of created users last', 'show	Show how long leases of created users last')
  'cloud role' = @('write	Create or update a role of the cloud engine', 'update	Change settings of a role of the cloud engine', 'show	Show a role of the cloud engine', 'list	List the roles of the cloud engine', 'delete	Delete a role of the cloud engine')
  'cloud static-role' = @('write	Adopt an existing user whose key is rotated on a schedule', 'update	Change how often the key of a static role is rotated', 'show	Show a static role of the cloud engine', 'delete	Stop managing a user')
  'ldap' = @('config	Commands of config', 'rotate-root	Rotate the password of the bind account', 'static-role	Commands of static-role', 'static-cred	Show the current credentials of a static role', 'role	Commands of role', 'creds	Create an entry from a dynamic role', 'library	Commands of library')
  'ldap config' = @('set	Set the connection to the directory server', 'show	Show the connection to the directory server', 'delete	Delete the connection to the directory server')
  'ldap static-role' = @('list	List the static roles of the directory engine', 'write	Create or update a static role: an entry whose password rotates', 'update	Change how often the password of a static role rotates', 'show	Show a static role of the directory engine', 'delete	Delete a static role; the directory is not changed', 'rotate	Rotate the password of a static role now')
  'ldap role' = @('show	Show a dynamic role of the directory engine', 'write	Create or update a dynamic role: entries from a template', 'update	Change settings of a dynamic role', 'delete	Delete a dynamic role of the directory engine')
  'ldap library' = @('list	List the library sets at the top', 'write	Create or update a set of accounts to lend', 'update	Change settings of a library set', 'show	Show a library set', 'delete	Delete a library set', 'status	Show which accounts of a set are available', 'check-out	Borrow an account of a library set', 'check-in	Check in an account of a library set', 'manage	Commands of manage')
  'ldap library manage' = @('check-in	Check in an account of a library set, whoever borrowed it')
  'job' = @('list	List jobs', 'show	Show a job', 'register	Register a job, or a new version of it', 'update	Register a new version of the job with this ID', 'plan	Show what registering a job would change', 'parse	Parse a job file into JSON', 'submission	Show the source that a version of a job was registered from', 'versions	List the versions of a job', 'allocations	List the allocations of a job', 'evaluations	List the evaluations of a job', 'deployments	List the deployments of a job', 'deployment	Show the most recent deployment of a job', 'summary	Show how many allocations of each group are in which state', 'scale-status	Show counts and scaling events of the groups of a job', 'services	List the services that a job registered', 'actions	List the actions that the tasks of a job define', 'dispatch	Dispatch an instance of a parameterized job', 'periodic	Commands of periodic', 'scale	Change the count of a task group', 'evaluate	Make the scheduler look at a job again', 'revert	Make an earlier version of a job the current one again', 'start	Start a stopped job again, as it last ran', 'diff	Show what differs between two versions of a job', 'stable	Mark a version of a job as stable or not', 'stop	Stop a job and its allocations', 'wait	Wait until jobs are healthy, complete or dead', 'action	Run an action inside an allocation of a job')
  'job periodic' = @('force	Start an instance of a periodic job now')
  'lease' = @('lookup	Show a lease: its path, how long it lasts, whether it renews', 'renew	Extend a lease', 'revoke	Revoke a lease: what it stands for ends', 'unwrap	Open a wrapped reply with its single-use token', 'recover	Give back what a lend left behind')
  'profile' = @('set	Create a profile or change settings of it', 'show	Show the settings of a profile, tokens masked', 'list	List the profiles', 'use	Make a profile the current one', 'delete	Delete a profile and the tokens that it stores', 'explain	Show where every value of a run comes from')
  'auth' = @('login	Store the token of a service in a profile', 'logout	Remove the stored token of a service from a profile', 'status	Show which token each service would get, and from where')
  'batch' = @('run	Run many command lines, and resume where a run stopped')
  'sandbox' = @('start	Serve the three documented APIs on a loopback port', 'exec	Run a command against a sandbox that lives as long as it does')
  'completion' = @('install	Write the completion script where the shell looks for it')
  'man' = @('install	Write the manual pages where man looks for them')
  'help' = @('exit-codes	Topic', 'environment	Topic', 'output	Topic', 'where	Topic', 'profiles	Topic', 'products	Topic', 'files	Topic', 'lending	Topic', 'flags	Topic', 'workspace	Infrastructure workspaces: settings, locks, tags, consumers', 'message	Messages of the secrets UI, before and after login', 'pki	Certificates: CA, roles, issuing, signing, revocation', 'cloud	Cloud credentials: roles, users and tokens made on demand', 'ldap	Directory accounts: rotated, made on demand, and lent', 'job	Jobs: plan, register, dispatch, scale, revert, run actions', 'lease	Leases and wrapped replies of the secrets service', 'export	Write objects of the servers as files', 'diff	Compare files with the servers', 'status	What is locked, failing, waiting, lent or about to expire', 'profile	Named sets of servers, and where each value comes from', 'auth	Tokens of a profile', 'api	A raw request with the same token, retries and errors', 'batch	Many command lines in one process, resumable', 'sandbox	The three documented APIs on this machine, to rehearse with', 'doctor	Check addresses, TLS, servers, tokens, permissions and clocks', 'completion	Completion scripts for bash, zsh, fish and PowerShell', 'man	Manual pages of trivet and of each group', 'manifest	Everything about every command, for programs', 'mcp	Commands as tools for agents (Model Context Protocol)')
}
$script:TrivetGlobals = @('--output	Output format', '--query	JMESPath over the document', '--field	One field, exact bytes', '--fields	Items with only these fields', '--out	Write to a file what stdout would get', '--reveal	Show secrets in tables', '--profile	Profile to use', '--base-url	Base URL of the service', '--token-file	Read the token from a file', '--ca-file	PEM file of the CA to trust', '--header	Header for a gateway in front of the server', '--product	What the server is; decides the names on the wire', '--timeout	Limit of a request with retries, or a watch', '--yes	Answer yes to questions', '--no-input	Never ask; a missing answer is an error', '--dry-run	Show the request instead of sending it', '--curl	Show the request as a curl command', '--no-validate	Report validation errors as warnings and send the request anyway', '--verbose	Show requests and replies on stderr, redacted', '--quiet	Nothing on stderr but errors', '--color	When to colour', '--help	Show help', '--version	Show the version')
$script:TrivetFlags = @{
  'workspace create' = @('--agent-pool-id	ID of an agent pool of the workspace''s organization', '--allow-destroy-plan	Let destroy plans be queued', '--no-allow-destroy-plan	Not: Let destroy plans be queued', '--assessments-enabled	Run health assessments (formerly drift-detection; hosted edition, premium tier)', '--no-assessments-enabled	Not: Run health assessments (formerly drift-detection; hosted edition, premium tier)', '--auto-apply	Apply after a successful plan of runs started by VCS, UI or CLI', '--no-auto-apply	Not: Apply after a successful plan of runs started by VCS, UI or CLI', '--auto-apply-run-trigger	Apply after a successful plan of runs started by run triggers', '--no-auto-apply-run-trigger	Not: Apply after a successful plan of runs started by run triggers', '--auto-destroy-at	When the next scheduled destroy run starts', '--auto-destroy-activity-duration	Inactivity after which destroy runs are queued: <number>d or <number>h', '--description	Free text', '--execution-mode	Where runs execute; local means state storage only', '--file-triggers-enabled	Start runs only for pushes that change matched files', '--no-file-triggers-enabled	Not: Start runs only for pushes that change matched files', '--global-remote-state	Let every workspace of the organization read the state', '--no-global-remote-state	Not: Let every workspace of the organization read the state', '--queue-all-runs	Queue VCS-triggered runs right after creation', '--no-queue-all-runs	Not: Queue VCS-triggered runs right after creation', '--speculative-enabled	Allow automatic speculative plans', '--no-speculative-enabled	Not: Allow automatic speculative plans', '--engine-version	Exact engine version, or a constraint such as "~> 1.0.0"', '--trigger-patterns	Glob patterns of monitored files, from the repository root', '--trigger-prefixes	Path prefixes monitored beside the working directory', '--working-directory	Relative path in which runs execute', '--setting-overwrites	Take (false) or overwrite (true) an organization default: execution-mode=false', '--project	ID of the project to create the workspace in, or to move it to', '--tag	Key-value tag, the whole set of them: env=prod', '--source-name	Name of the creating client, shown as created via', '--source-url	URL of the creating client', '--vcs-repo-identifier	Repository, org/repo or org/project/_git/repo', '--vcs-repo-oauth-token-id	ID of the VCS OAuth connection', '--vcs-repo-branch	Branch that runs execute from; empty means the default branch', '--vcs-repo-ingress-submodules	Fetch submodules when cloning', '--no-vcs-repo-ingress-submodules	Not: Fetch submodules when cloning', '--vcs-repo-tags-regex	Start runs on VCS tags that match', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--unset	Send null for a parameter', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace list' = @('--page-number	Return only this page', '--page-size	Items a page', '--search-name	Fuzzy match on the name', '--search-tags	Only workspaces that have every one of the tags', '--search-exclude-tags	Only workspaces that have none of the tags', '--search-wildcard-name	Partial match with * as prefix, suffix or both', '--sort	Order; a leading - reverses it', '--filter-project-id	Only workspaces of the project', '--filter-current-run-status	Only workspaces whose current run has the status', '--tagged	Only workspaces with the key-value tag: env, or env=prod', '--include	Related resources to return with the workspace', '--limit	Stop after this many items', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace show' = @('--include	Related resources to return with the workspace', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace update' = @('--agent-pool-id	ID of an agent pool of the workspace''s organization', '--allow-destroy-plan	Let destroy plans be queued', '--no-allow-destroy-plan	Not: Let destroy plans be queued', '--assessments-enabled	Run health assessments (formerly drift-detection; hosted edition, premium tier)', '--no-assessments-enabled	Not: Run health assessments (formerly drift-detection; hosted edition, premium tier)', '--auto-apply	Apply after a successful plan of runs started by VCS, UI or CLI', '--no-auto-apply	Not: Apply after a successful plan of runs started by VCS, UI or CLI', '--auto-apply-run-trigger	Apply after a successful plan of runs started by run triggers', '--no-auto-apply-run-trigger	Not: Apply after a successful plan of runs started by run triggers', '--auto-destroy-at	When the next scheduled destroy run starts', '--auto-destroy-activity-duration	Inactivity after which destroy runs are queued: <number>d or <number>h', '--description	Free text', '--execution-mode	Where runs execute; local means state storage only', '--file-triggers-enabled	Start runs only for pushes that change matched files', '--no-file-triggers-enabled	Not: Start runs only for pushes that change matched files', '--global-remote-state	Let every workspace of the organization read the state', '--no-global-remote-state	Not: Let every workspace of the organization read the state', '--queue-all-runs	Queue VCS-triggered runs right after creation', '--no-queue-all-runs	Not: Queue VCS-triggered runs right after creation', '--speculative-enabled	Allow automatic speculative plans', '--no-speculative-enabled	Not: Allow automatic speculative plans', '--engine-version	Exact engine version, or a constraint such as "~> 1.0.0"', '--trigger-patterns	Glob patterns of monitored files, from the repository root', '--trigger-prefixes	Path prefixes monitored beside the working directory', '--working-directory	Relative path in which runs execute', '--setting-overwrites	Take (false) or overwrite (true) an organization default: execution-mode=false', '--project	ID of the project to move the workspace to', '--tag	Key-value tag, the whole set of them: env=prod', '--name	New name; renaming changes the URL of the workspace', '--vcs-repo	The repository settings as one object; --unset vcs-repo disconnects', '--vcs-repo-identifier	Repository, org/repo or org/project/_git/repo', '--vcs-repo-oauth-token-id	ID of the VCS OAuth connection', '--vcs-repo-branch	Branch that runs execute from; empty means the default branch', '--vcs-repo-ingress-submodules	Fetch submodules when cloning', '--no-vcs-repo-ingress-submodules	Not: Fetch submodules when cloning', '--vcs-repo-tags-regex	Start runs on VCS tags that match', '--vcs-repo-vcs-app-installation-id	Installation ID of a VCS application connection', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--unset	Send null for a parameter', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace delete' = @('--wait	Retry while the state is being processed', '--wait-timeout	Give up waiting after this long', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace force-delete' = @('--confirm	The name that would have to be typed, for scripts', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace lock' = @('--reason	Why, for the next person', '--keep-token	Leave the services'' tokens in COMMAND''s environment', '--map	Give COMMAND only these fields of the reply', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace unlock' = @('--wait	Retry while the latest state version is not finalized', '--wait-timeout	Give up waiting after this long', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace force-unlock' = @('--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace ssh-key assign' = @('--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace ssh-key unassign' = @('--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace consumer list' = @('--page-number	Return only this page', '--page-size	Items a page', '--limit	Stop after this many items', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace consumer add' = @('--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace consumer replace' = @('--none	Replace by the empty list', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace consumer remove' = @('--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace tag list' = @('--page-number	Return only this page', '--page-size	Items a page', '--limit	Stop after this many items', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace tag add' = @('--id	Tag IDs, for tags that exist', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace tag remove' = @('--id	Tag IDs, for tags that exist', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace retention-policy show' = @('--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace retention-policy set' = @('--delete-older-than-days	Delete data that is older than this many days', '--dont-delete	Never delete data', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'workspace retention-policy delete' = @('--organization	Organization of bare workspace names', '--by	Take workspaces as IDs or as names, whatever they look like')
  'message list' = @('--active	Only messages in their active period, or outside it', '--no-active	Not: Only messages in their active period, or outside it', '--authenticated	Only messages shown after login, or before it', '--no-authenticated	Not: Only messages shown after login, or before it', '--type	Only messages of this type', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'message create' = @('--title	Title of the message', '--message	What is shown: text, @FILE or -; trivet encodes it as base64', '--start-time	When the active period starts: RFC 3339, a date, or +2h', '--end-time	When the active period ends: RFC 3339, a date, or +2h', '--type	How it is shown', '--authenticated	Shown after login; --no-authenticated shows it before, to anybody', '--no-authenticated	Not: Shown after login; --no-authenticated shows it before, to anybody', '--link	One link below the message', '--option	Custom property of the UI, repeated for more', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'message show' = @('--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'message update' = @('--title	Title of the message', '--message	What is shown: text, @FILE or -; trivet encodes it as base64', '--start-time	When the active period starts: RFC 3339, a date, or +2h', '--end-time	When the active period ends: RFC 3339, a date, or +2h', '--type	How it is shown', '--authenticated	Shown after login; --no-authenticated shows it before, to anybody', '--no-authenticated	Not: Shown after login; --no-authenticated shows it before, to anybody', '--link	One link below the message', '--option	Custom property of the UI, repeated for more', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--unset	Send null for a parameter', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'message delete' = @('--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki ca show' = @('--mount	Path at which the certificate engine is enabled', '--pem	The bytes in PEM, the default', '--der	The bytes in DER; not to a terminal', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki ca chain' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki ca import' = @('--mount	Path at which the certificate engine is enabled', '--pem-bundle	Unencrypted private key and certificate, and more CA certificates, in PEM: @FILE or -', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki cert show' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki cert download' = @('--mount	Path at which the certificate engine is enabled', '--pem	The bytes in PEM, the default', '--der	The bytes in DER; not to a terminal', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki cert list' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki crl config show' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki crl config set' = @('--mount	Path at which the certificate engine is enabled', '--expiry	Validity of a generated CRL', '--disable	Serve an empty CRL', '--no-disable	Not: Serve an empty CRL', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki crl show' = @('--mount	Path at which the certificate engine is enabled', '--pem	The bytes in PEM, the default', '--der	The bytes in DER; not to a terminal', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki crl rotate' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki urls show' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki urls set' = @('--mount	Path at which the certificate engine is enabled', '--issuing-certificates	Where the issuing certificate can be had; '''' removes them', '--crl-distribution-points	Where the revocation list can be had; '''' removes them', '--ocsp-servers	OCSP responders; '''' removes them', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki intermediate generate' = @('--mount	Path at which the certificate engine is enabled', '--key-type	Type of the key', '--key-bits	Key size; rsa: 2048, 3072, 4096; ec: 224, 256, 384, 521; 0 is the usual one', '--managed-key-name	Name of the managed key, for kms', '--managed-key-id	UUID of the managed key, for kms', '--common-name	Common name of the certificate', '--alt-names	More host names or email addresses', '--ip-sans	IP addresses', '--uri-sans	URIs', '--other-sans	Custom names as <oid>;UTF8:<value>, which the role must allow', '--format	Encoding in the reply: PEM, base64-encoded DER, or key and certificate in one', '--private-key-format	Form of the key: the default of the key''s type, or PKCS #8; not inside a pem_bundle', '--exclude-cn-from-sans	Leave the common name out of the alternative names', '--no-exclude-cn-from-sans	Not: Leave the common name out of the alternative names', '--ou	Organizational units (OU) of the subject', '--organization	Organizations (O) of the subject', '--country	Countries (C) of the subject', '--locality	Localities (L) of the subject', '--province	Provinces (ST) of the subject', '--street-address	Street addresses of the subject', '--postal-code	Postal codes of the subject', '--serial-number	Serial number named in the subject; not that of the certificate, which is random', '--add-basic-constraints	Ask for basic constraints with CA true: for old signers', '--no-add-basic-constraints	Not: Ask for basic constraints with CA true: for old signers', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki intermediate set-signed' = @('--mount	Path at which the certificate engine is enabled', '--certificate	Signed certificate, and more CA certificates, in PEM: @FILE or -', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki issue' = @('--mount	Path at which the certificate engine is enabled', '--common-name	Common name of the certificate; needed unless the role has require_cn false', '--alt-names	More host names or email addresses', '--ip-sans	IP addresses', '--uri-sans	URIs', '--other-sans	Custom names as <oid>;UTF8:<value>, which the role must allow', '--ttl	Validity; not above the role''s max_ttl', '--format	Encoding in the reply: PEM, base64-encoded DER, or key and certificate in one', '--private-key-format	Form of the key: the default of the key''s type, or PKCS #8; not inside a pem_bundle', '--exclude-cn-from-sans	Leave the common name out of the alternative names', '--no-exclude-cn-from-sans	Not: Leave the common name out of the alternative names', '--not-after	Absolute end of the validity in UTC, to the second', '--serial-number	Serial number named in the subject; not that of the certificate, which is random', '--layout	Files of --out: for each thing, or for nginx', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki revoke' = @('--mount	Path at which the certificate engine is enabled', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki role write' = @('--mount	Path at which the certificate engine is enabled', '--ttl	Validity of issued certificates', '--max-ttl	Longest validity', '--allow-localhost	Allow localhost as a common name', '--no-allow-localhost	Not: Allow localhost as a common name', '--allowed-domains	Domains that the matching options refer to; unused with allow_any_name', '--allowed-domains-template	Allowed domains may hold templates of access policies', '--no-allowed-domains-template	Not: Allowed domains may hold templates of access policies', '--allow-bare-domains	Allow an allowed domain itself', '--no-allow-bare-domains	Not: Allow an allowed domain itself', '--allow-subdomains	Allow what is below an allowed domain, wildcards too', '--no-allow-subdomains	Not: Allow what is below an allowed domain, wildcards too', '--allow-glob-domains	Allowed domains may hold globs, across labels', '--no-allow-glob-domains	Not: Allowed domains may hold globs, across labels', '--allow-wildcard-certificates	Allow a wildcard in the left-most label', '--no-allow-wildcard-certificates	Not: Allow a wildcard in the left-most label', '--allow-any-name	Allow any common name; host names and wildcards are still checked', '--no-allow-any-name	Not: Allow any common name; host names and wildcards are still checked', '--enforce-hostnames	Only valid host names in names and email addresses', '--no-enforce-hostnames	Not: Only valid host names in names and email addresses', '--allow-ip-sans	Allow IP addresses as alternative names', '--no-allow-ip-sans	Not: Allow IP addresses as alternative names', '--allowed-uri-sans	URIs allowed as alternative names, with globs', '--allowed-uri-sans-template	Allowed URIs may hold templates of access policies', '--no-allowed-uri-sans-template	Not: Allowed URIs may hold templates of access policies', '--allowed-other-sans	Custom names allowed, as <oid>;UTF8:<value or *>; a single * allows any', '--allowed-serial-numbers	Serial numbers of the subject that are allowed, with globs', '--server-flag	Extended key usage: server authentication', '--no-server-flag	Not: Extended key usage: server authentication', '--client-flag	Extended key usage: client authentication', '--no-client-flag	Not: Extended key usage: client authentication', '--code-signing-flag	Extended key usage: code signing', '--no-code-signing-flag	Not: Extended key usage: code signing', '--email-protection-flag	Extended key usage: email protection', '--no-email-protection-flag	Not: Extended key usage: email protection', '--key-type	Type of keys; any is only for signing requests', '--key-bits	Key size; rsa: 2048, 3072, 4096; ec: 224, 256, 384, 521; 0 is the usual one', '--signature-bits	Bits of SHA-2 in signatures: 256, 384, 512, or 0 to decide by the key', '--key-usage	Key usages, in any case; an empty list constrains nothing', '--ext-key-usage	Extended key usages, in any case', '--ext-key-usage-oids	Extended key usages by OID', '--use-csr-common-name	Signing takes the common name of the request', '--no-use-csr-common-name	Not: Signing takes the common name of the request', '--use-csr-sans	Signing takes the alternative names of the request', '--no-use-csr-sans	Not: Signing takes the alternative names of the request', '--ou	Organizational units (OU) of the subject', '--organization	Organizations (O) of the subject', '--country	Countries (C) of the subject', '--locality	Localities (L) of the subject', '--province	Provinces (ST) of the subject', '--street-address	Street addresses of the subject', '--postal-code	Postal codes of the subject', '--generate-lease	Attach leases to issued certificates', '--no-generate-lease	Not: Attach leases to issued certificates', '--no-store	Do not store certificates: never listed, and revocable only by the certificate', '--require-cn	Issuing needs a common name', '--no-require-cn	Not: Issuing needs a common name', '--policy-identifiers	Policy OIDs', '--basic-constraints-valid-for-non-ca	Mark basic constraints valid in leaf certificates', '--no-basic-constraints-valid-for-non-ca	Not: Mark basic constraints valid in leaf certificates', '--not-before-duration	How far the start of the validity is dated back', '--not-after	Absolute end of the validity in UTC, to the second', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki role update' = @('--mount	Path at which the certificate engine is enabled', '--ttl	Validity of issued certificates', '--max-ttl	Longest validity', '--allow-localhost	Allow localhost as a common name', '--no-allow-localhost	Not: Allow localhost as a common name', '--allowed-domains	Domains that the matching options refer to; unused with allow_any_name', '--allowed-domains-template	Allowed domains may hold templates of access policies', '--no-allowed-domains-template	Not: Allowed domains may hold templates of access policies', '--allow-bare-domains	Allow an allowed domain itself', '--no-allow-bare-domains	Not: Allow an allowed domain itself', '--allow-subdomains	Allow what is below an allowed domain, wildcards too', '--no-allow-subdomains	Not: Allow what is below an allowed domain, wildcards too', '--allow-glob-domains	Allowed domains may hold globs, across labels', '--no-allow-glob-domains	Not: Allowed domains may hold globs, across labels', '--allow-wildcard-certificates	Allow a wildcard in the left-most label', '--no-allow-wildcard-certificates	Not: Allow a wildcard in the left-most label', '--allow-any-name	Allow any common name; host names and wildcards are still checked', '--no-allow-any-name	Not: Allow any common name; host names and wildcards are still checked', '--enforce-hostnames	Only valid host names in names and email addresses', '--no-enforce-hostnames	Not: Only valid host names in names and email addresses', '--allow-ip-sans	Allow IP addresses as alternative names', '--no-allow-ip-sans	Not: Allow IP addresses as alternative names', '--allowed-uri-sans	URIs allowed as alternative names, with globs', '--allowed-uri-sans-template	Allowed URIs may hold templates of access policies', '--no-allowed-uri-sans-template	Not: Allowed URIs may hold templates of access policies', '--allowed-other-sans	Custom names allowed, as <oid>;UTF8:<value or *>; a single * allows any', '--allowed-serial-numbers	Serial numbers of the subject that are allowed, with globs', '--server-flag	Extended key usage: server authentication', '--no-server-flag	Not: Extended key usage: server authentication', '--client-flag	Extended key usage: client authentication', '--no-client-flag	Not: Extended key usage: client authentication', '--code-signing-flag	Extended key usage: code signing', '--no-code-signing-flag	Not: Extended key usage: code signing', '--email-protection-flag	Extended key usage: email protection', '--no-email-protection-flag	Not: Extended key usage: email protection', '--key-type	Type of keys; any is only for signing requests', '--key-bits	Key size; rsa: 2048, 3072, 4096; ec: 224, 256, 384, 521; 0 is the usual one', '--signature-bits	Bits of SHA-2 in signatures: 256, 384, 512, or 0 to decide by the key', '--key-usage	Key usages, in any case; an empty list constrains nothing', '--ext-key-usage	Extended key usages, in any case', '--ext-key-usage-oids	Extended key usages by OID', '--use-csr-common-name	Signing takes the common name of the request', '--no-use-csr-common-name	Not: Signing takes the common name of the request', '--use-csr-sans	Signing takes the alternative names of the request', '--no-use-csr-sans	Not: Signing takes the alternative names of the request', '--ou	Organizational units (OU) of the subject', '--organization	Organizations (O) of the subject', '--country	Countries (C) of the subject', '--locality	Localities (L) of the subject', '--province	Provinces (ST) of the subject', '--street-address	Street addresses of the subject', '--postal-code	Postal codes of the subject', '--generate-lease	Attach leases to issued certificates', '--no-generate-lease	Not: Attach leases to issued certificates', '--no-store	Do not store certificates: never listed, and revocable only by the certificate', '--require-cn	Issuing needs a common name', '--no-require-cn	Not: Issuing needs a common name', '--policy-identifiers	Policy OIDs', '--basic-constraints-valid-for-non-ca	Mark basic constraints valid in leaf certificates', '--no-basic-constraints-valid-for-non-ca	Not: Mark basic constraints valid in leaf certificates', '--not-before-duration	How far the start of the validity is dated back', '--not-after	Absolute end of the validity in UTC, to the second', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki role show' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki role list' = @('--mount	Path at which the certificate engine is enabled', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki role delete' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki root generate' = @('--mount	Path at which the certificate engine is enabled', '--key-type	Type of the key', '--key-bits	Key size; rsa: 2048, 3072, 4096; ec: 224, 256, 384, 521; 0 is the usual one', '--managed-key-name	Name of the managed key, for kms', '--managed-key-id	UUID of the managed key, for kms', '--common-name	Common name of the certificate', '--alt-names	More host names or email addresses', '--ip-sans	IP addresses', '--uri-sans	URIs', '--other-sans	Custom names as <oid>;UTF8:<value>, which the role must allow', '--ttl	Validity; not above the mount''s or the system''s maximum', '--format	Encoding in the reply: PEM, base64-encoded DER, or key and certificate in one', '--private-key-format	Form of the key: the default of the key''s type, or PKCS #8; not inside a pem_bundle', '--max-path-length	CAs allowed below this one; -1: no limit of its own, 0: none', '--exclude-cn-from-sans	Leave the common name out of the alternative names', '--no-exclude-cn-from-sans	Not: Leave the common name out of the alternative names', '--permitted-dns-domains	Domains that certificates below it may name, subdomains too', '--ou	Organizational units (OU) of the subject', '--organization	Organizations (O) of the subject', '--country	Countries (C) of the subject', '--locality	Localities (L) of the subject', '--province	Provinces (ST) of the subject', '--street-address	Street addresses of the subject', '--postal-code	Postal codes of the subject', '--serial-number	Serial number named in the subject; not that of the certificate, which is random', '--not-after	Absolute end of the validity in UTC, to the second', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki root delete' = @('--mount	Path at which the certificate engine is enabled', '--confirm	The name that would have to be typed, for scripts', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki root sign-intermediate' = @('--mount	Path at which the certificate engine is enabled', '--csr	Certificate request in PEM: @FILE or -', '--common-name	Common name of the certificate', '--alt-names	More host names or email addresses', '--ip-sans	IP addresses', '--uri-sans	URIs', '--other-sans	Custom names as <oid>;UTF8:<value>, which the role must allow', '--ttl	Validity; may outlast the signing CA', '--format	Encoding in the reply: PEM, base64-encoded DER, or key and certificate in one', '--max-path-length	CAs allowed below this one; -1: no limit of its own, 0: none', '--exclude-cn-from-sans	Leave the common name out of the alternative names', '--no-exclude-cn-from-sans	Not: Leave the common name out of the alternative names', '--use-csr-values	Keep subject, names, key usages and extensions of the request', '--no-use-csr-values	Not: Keep subject, names, key usages and extensions of the request', '--permitted-dns-domains	Domains that certificates below it may name, subdomains too', '--ou	Organizational units (OU) of the subject', '--organization	Organizations (O) of the subject', '--country	Countries (C) of the subject', '--locality	Localities (L) of the subject', '--province	Provinces (ST) of the subject', '--street-address	Street addresses of the subject', '--postal-code	Postal codes of the subject', '--serial-number	Serial number named in the subject; not that of the certificate, which is random', '--not-after	Absolute end of the validity in UTC, to the second', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki root sign-self-issued' = @('--mount	Path at which the certificate engine is enabled', '--certificate	Self-issued CA certificate in PEM: @FILE or -', '--require-matching-certificate-algorithms	The CA''s key must be of the algorithm of the certificate''s', '--no-require-matching-certificate-algorithms	Not: The CA''s key must be of the algorithm of the certificate''s', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki sign' = @('--mount	Path at which the certificate engine is enabled', '--csr	Certificate request in PEM: @FILE or -', '--common-name	Common name of the certificate', '--alt-names	More host names or email addresses', '--ip-sans	IP addresses', '--uri-sans	URIs', '--other-sans	Custom names as <oid>;UTF8:<value>, which the role must allow', '--ttl	Validity; not above the role''s max_ttl', '--format	Encoding in the reply: PEM, base64-encoded DER, or key and certificate in one', '--exclude-cn-from-sans	Leave the common name out of the alternative names', '--no-exclude-cn-from-sans	Not: Leave the common name out of the alternative names', '--not-after	Absolute end of the validity in UTC, to the second', '--serial-number	Serial number named in the subject; not that of the certificate, which is random', '--layout	Files of --out: for each thing, or for nginx', '--new-key	Make the key here instead of giving a request', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki renew' = @('--mount	Path at which the certificate engine is enabled', '--role	Name of the role', '--common-name	Common name of the certificate', '--alt-names	More host names or email addresses', '--ip-sans	IP addresses', '--uri-sans	URIs', '--other-sans	Custom names as <oid>;UTF8:<value>, which the role must allow', '--ttl	Validity; not above the role''s max_ttl', '--exclude-cn-from-sans	Leave the common name out of the alternative names', '--no-exclude-cn-from-sans	Not: Leave the common name out of the alternative names', '--not-after	Absolute end of the validity in UTC, to the second', '--serial-number	Serial number named in the subject; not that of the certificate, which is random', '--layout	Files of --out: for each thing, or for nginx', '--new-key	Make the key here instead of giving a request', '--before	Part of the life, or time, left when it is due', '--reuse-key	Keep the key', '--change-names	Renew for the names of the flags instead', '--exec	Command to run after a renewal', '--jitter	Wait at random up to this long before a renewal', '--detailed-exitcode	Exit 0: nothing was due, 11: renewed, 12: the command failed', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki sign-verbatim' = @('--mount	Path at which the certificate engine is enabled', '--csr	Certificate request in PEM: @FILE or -', '--key-usage	Key usages, in any case; an empty list constrains nothing', '--ext-key-usage	Extended key usages, in any case', '--ext-key-usage-oids	Extended key usages by OID', '--ttl	Validity; not above the mount''s max_ttl', '--format	Encoding in the reply: PEM, base64-encoded DER, or key and certificate in one', '--not-after	Absolute end of the validity in UTC, to the second', '--layout	Files of --out: for each thing, or for nginx', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki tidy' = @('--mount	Path at which the certificate engine is enabled', '--tidy-cert-store	Remove expired certificates from the store', '--no-tidy-cert-store	Not: Remove expired certificates from the store', '--tidy-revoked-certs	Remove invalid and expired entries of revoked certificates', '--no-tidy-revoked-certs	Not: Remove invalid and expired entries of revoked certificates', '--safety-buffer	How long past its expiry a certificate is kept', '--wait	Wait for the end and show how it goes', '--wait-timeout	Give up waiting after this long', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki tidy-status' = @('--mount	Path at which the certificate engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki inspect' = @('--mount	Mount of the PKI engine', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki verify' = @('--host	Host name or address that the certificate must name', '--trust	File of the CA certificates to trust', '--crl	File of the revocation list, instead of the mount', '--mount	Mount of the PKI engine', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'pki inventory' = @('--mount	Mounts of the PKI engine', '--expires-within	Only what is due: it ends this soon', '--where	Only what satisfies a condition on a field', '--check-revocation	Read what the revocation list does not tell', '--parallel	Requests in flight at once', '--detailed-exitcode	Exit 0: nothing listed is due, 11: something is', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud config set' = @('--mount	Path at which the cloud credentials engine is enabled', '--max-retries	Retries of recoverable errors; -1 uses the default of the provider SDK', '--access-key	Access key ID', '--secret-key	Secret access key: @file, - or env:NAME', '--role-arn	Role to assume for identity federation (Enterprise)', '--identity-token-audience	Audience of plugin identity tokens, as the OIDC provider allows it (Enterprise)', '--identity-token-ttl	Lifetime of plugin identity tokens (Enterprise)', '--region	Region of the provider', '--iam-endpoint	Custom HTTP endpoint of the identity service', '--sts-endpoint	Custom HTTP endpoint of the token service', '--username-template	Template of dynamic user names: at most 64 characters (identity) and 32 (token service)', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud config show' = @('--mount	Path at which the cloud credentials engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud config rotate-root' = @('--mount	Path at which the cloud credentials engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud lease set' = @('--mount	Path at which the cloud credentials engine is enabled', '--lease	Lease of new credentials', '--lease-max	Longest lease, renewals included', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud lease show' = @('--mount	Path at which the cloud credentials engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud role write' = @('--mount	Path at which the cloud credentials engine is enabled', '--credential-type	What the role gives: required, but for the legacy parameters', '--role-arns	Roles that may be assumed: required for assumed_role, only there', '--policy-arns	Managed policies: attached to a created user, a filter for assumed_role and federation_token', '--policy-document	Policy document (JSON), used like the policies', '--iam-groups	Groups that created users join; else their policies are combined with the others', '--iam-tags	Tags of created users', '--default-sts-ttl	Lifetime when a request names none (assumed_role, federation_token)', '--max-sts-ttl	Requests are capped at this lifetime (assumed_role, federation_token)', '--user-path	Path of created users (iam_user)', '--permissions-boundary-arn	Permissions boundary of created users (iam_user)', '--mfa-serial-number	ARN or number of the MFA device; required only where the user has one', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud role update' = @('--mount	Path at which the cloud credentials engine is enabled', '--credential-type	What the role gives: required, but for the legacy parameters', '--role-arns	Roles that may be assumed: required for assumed_role, only there', '--policy-arns	Managed policies: attached to a created user, a filter for assumed_role and federation_token', '--policy-document	Policy document (JSON), used like the policies', '--iam-groups	Groups that created users join; else their policies are combined with the others', '--iam-tags	Tags of created users', '--default-sts-ttl	Lifetime when a request names none (assumed_role, federation_token)', '--max-sts-ttl	Requests are capped at this lifetime (assumed_role, federation_token)', '--user-path	Path of created users (iam_user)', '--permissions-boundary-arn	Permissions boundary of created users (iam_user)', '--mfa-serial-number	ARN or number of the MFA device; required only where the user has one', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud role show' = @('--mount	Path at which the cloud credentials engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud role list' = @('--mount	Path at which the cloud credentials engine is enabled', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud role delete' = @('--mount	Path at which the cloud credentials engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud creds' = @('--mount	Path at which the cloud credentials engine is enabled', '--role-arn	Role to assume, one of those of the role; required when it has several', '--role-session-name	Session name, truncated to 64 characters', '--ttl	Lifetime; not for iam_user. Limits of the provider apply', '--mfa-code	One-time code; required when the role has an MFA device', '--keep-token	Leave the services'' tokens in COMMAND''s environment', '--map	Give COMMAND only these fields of the reply', '--env-prefix	Put this before the names of COMMAND''s variables', '--cache	Keep one credential for -o credential-process', '--min-ttl	Replace a kept credential that ends sooner', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud sts' = @('--mount	Path at which the cloud credentials engine is enabled', '--role-arn	Role to assume, one of those of the role; required when it has several', '--role-session-name	Session name, truncated to 64 characters', '--ttl	Lifetime; not for iam_user. Limits of the provider apply', '--mfa-code	One-time code; required when the role has an MFA device', '--keep-token	Leave the services'' tokens in COMMAND''s environment', '--map	Give COMMAND only these fields of the reply', '--env-prefix	Put this before the names of COMMAND''s variables', '--cache	Keep one credential for -o credential-process', '--min-ttl	Replace a kept credential that ends sooner', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud static-role write' = @('--mount	Path at which the cloud credentials engine is enabled', '--username	The existing user', '--rotation-period	How often the key is rotated: 24h, 86400; at least 1 minute', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud static-role update' = @('--mount	Path at which the cloud credentials engine is enabled', '--rotation-period	How often the key is rotated: 24h, 86400; at least 1 minute', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud static-role show' = @('--mount	Path at which the cloud credentials engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud static-role delete' = @('--mount	Path at which the cloud credentials engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'cloud static-creds' = @('--mount	Path at which the cloud credentials engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap config set' = @('--mount	Path at which the directory engine is enabled', '--binddn	DN of the bind account', '--bindpass	Password of the bind account: @file, - or env:NAME', '--ldap-url	Server; a comma-delineated list is tried in order when connecting fails', '--password-policy	Name of the password policy; must exist when passwords are generated', '--schema	Schema of the directory', '--userdn	Base DN of the user search of libraries and static roles', '--userattr	Search attribute', '--upndomain	Domain of the UPN [binddn]@[upndomain] for authentication', '--request-timeout	Limit of a request to the directory', '--starttls	Issue StartTLS on an unencrypted connection', '--no-starttls	Not: Issue StartTLS on an unencrypted connection', '--insecure-tls	The service does not verify the certificate of the directory', '--no-insecure-tls	Not: The service does not verify the certificate of the directory', '--certificate	CA certificate of the directory, PEM', '--client-tls-cert	Client certificate, PEM', '--client-tls-key	Key of the client certificate, PEM', '--skip-static-role-import-rotation	New static roles keep the present password unless they say otherwise', '--no-skip-static-role-import-rotation	Not: New static roles keep the present password unless they say otherwise', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap config show' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap config delete' = @('--mount	Path at which the directory engine is enabled', '--confirm	The name that would have to be typed, for scripts', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap rotate-root' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-role list' = @('--mount	Path at which the directory engine is enabled', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-role write' = @('--mount	Path at which the directory engine is enabled', '--username	The entry, searched below userdn by userattr', '--dn	DN of the entry; takes precedence over the user name', '--rotation-period	How often the password rotates; at least 5 seconds', '--skip-import-rotation	Keep the present password until the first rotation; only at creation', '--no-skip-import-rotation	Not: Keep the present password until the first rotation; only at creation', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-role update' = @('--mount	Path at which the directory engine is enabled', '--rotation-period	How often the password rotates; at least 5 seconds', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-role show' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-role delete' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-role rotate' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap static-cred' = @('--mount	Path at which the directory engine is enabled', '--keep-token	Leave the services'' tokens in COMMAND''s environment', '--map	Give COMMAND only these fields of the reply', '--env-prefix	Put this before the names of COMMAND''s variables', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap role show' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap role write' = @('--mount	Path at which the directory engine is enabled', '--creation-ldif	LDIF that creates the entry, stopping at the first error; required for a new role', '--deletion-ldif	LDIF that deletes it after its ttl, going on after errors; required for a new role', '--rollback-ldif	LDIF that undoes a creation that failed (recommended)', '--username-template	Template of .Username', '--default-ttl	Lease of new credentials', '--max-ttl	Longest lease; not above the maximum of the mount', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap role update' = @('--mount	Path at which the directory engine is enabled', '--creation-ldif	LDIF that creates the entry, stopping at the first error; required for a new role', '--deletion-ldif	LDIF that deletes it after its ttl, going on after errors; required for a new role', '--rollback-ldif	LDIF that undoes a creation that failed (recommended)', '--username-template	Template of .Username', '--default-ttl	Lease of new credentials', '--max-ttl	Longest lease; not above the maximum of the mount', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap role delete' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap creds' = @('--mount	Path at which the directory engine is enabled', '--keep-token	Leave the services'' tokens in COMMAND''s environment', '--map	Give COMMAND only these fields of the reply', '--env-prefix	Put this before the names of COMMAND''s variables', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library list' = @('--mount	Path at which the directory engine is enabled', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library write' = @('--mount	Path at which the directory engine is enabled', '--service-account-names	The accounts', '--ttl	Longest single check-out; 0 is unlimited', '--max-ttl	Longest check-out, renewals included; 0 is unlimited', '--disable-check-in-enforcement	Anybody may check in, not only who checked out', '--no-disable-check-in-enforcement	Not: Anybody may check in, not only who checked out', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library update' = @('--mount	Path at which the directory engine is enabled', '--service-account-names	The accounts', '--ttl	Longest single check-out; 0 is unlimited', '--max-ttl	Longest check-out, renewals included; 0 is unlimited', '--disable-check-in-enforcement	Anybody may check in, not only who checked out', '--no-disable-check-in-enforcement	Not: Anybody may check in, not only who checked out', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library show' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library delete' = @('--mount	Path at which the directory engine is enabled', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library status' = @('--mount	Path at which the directory engine is enabled', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library check-out' = @('--mount	Path at which the directory engine is enabled', '--ttl	How long at most; 0 is unlimited', '--wait	Retry while no account is available', '--wait-timeout	Give up waiting after this long', '--keep-token	Leave the services'' tokens in COMMAND''s environment', '--map	Give COMMAND only these fields of the reply', '--env-prefix	Put this before the names of COMMAND''s variables', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library check-in' = @('--mount	Path at which the directory engine is enabled', '--lease-id	Check in by revoking this lease of the check-out', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'ldap library manage check-in' = @('--mount	Path at which the directory engine is enabled', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'job list' = @('--prefix	Only jobs whose ID starts with this', '--next-token	Only one page, from the X-Svc-NextToken of the previous one', '--per-page	Jobs a page; 0 asks for all in one reply', '--filter	Filter expression: ''Type == "batch" and Status == "running"''', '--meta	Include each job''s meta key-value pairs', '--no-meta	Not: Include each job''s meta key-value pairs', '--reverse	List in descending order', '--no-reverse	Not: List in descending order', '--stale	Let any server answer, however far behind it is', '--no-stale	Not: Let any server answer, however far behind it is', '--watch	Show it again at every change, until Ctrl-C or --timeout', '--until	End the watch when this holds, of a list for one item', '--limit	Stop after this many jobs', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job show' = @('--stale	Let any server answer, however far behind it is', '--no-stale	Not: Let any server answer, however far behind it is', '--watch	Show it again at every change, until Ctrl-C or --timeout', '--until	End the watch when this holds, of a list for one item', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job register' = @('--submission	Original source to keep with the version', '--enforce-index	Register only if --check-index is the current index; --check-index implies it', '--no-enforce-index	Not: Register only if --check-index is the current index; --check-index implies it', '--eval-priority	Priority of the evaluation', '--check-index	Register only if this is the current JobModifyIndex; 0: only if the job is new', '--policy-override	Override soft mandatory policies', '--no-policy-override	Not: Override soft mandatory policies', '--preserve-counts	Keep the counts of existing task groups over those of the file', '--no-preserve-counts	Not: Keep the counts of existing task groups over those of the file', '--var	Set an HCL2 variable', '--var-file	Set HCL2 variables from a file', '--wait	Wait for what comes of it', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job update' = @('--submission	Original source to keep with the version', '--enforce-index	Register only if --check-index is the current index; --check-index implies it', '--no-enforce-index	Not: Register only if --check-index is the current index; --check-index implies it', '--eval-priority	Priority of the evaluation', '--check-index	Register only if this is the current JobModifyIndex; 0: only if the job is new', '--policy-override	Override soft mandatory policies', '--no-policy-override	Not: Override soft mandatory policies', '--var	Set an HCL2 variable', '--var-file	Set HCL2 variables from a file', '--wait	Wait for what comes of it', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job plan' = @('--job-id	Job to plan for', '--diff	Include the diff; --no-diff leaves it out', '--no-diff	Not: Include the diff; --no-diff leaves it out', '--policy-override	Override soft mandatory policies', '--no-policy-override	Not: Override soft mandatory policies', '--var	Set an HCL2 variable', '--var-file	Set HCL2 variables from a file', '--detailed-exitcode	Exit 0: no changes, 11: changes, 12: something cannot be placed', '--full	Show every field of what is added or removed', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job parse' = @('--canonicalize	Fill unset fields with defaults', '--no-canonicalize	Not: Fill unset fields with defaults', '--variables	HCL2 variables in var-file format', '--variable-flags	Variables as key=value, sent as they are', '--hcl-v1	Use the legacy parser', '--no-hcl-v1	Not: Use the legacy parser', '--var	Set an HCL2 variable', '--var-file	Set HCL2 variables from a file', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job submission' = @('--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job versions' = @('--diffs	Populate Diffs: what each version changed', '--no-diffs	Not: Populate Diffs: what each version changed', '--stale	Let any server answer, however far behind it is', '--no-stale	Not: Let any server answer, however far behind it is', '--watch	Show it again at every change, until Ctrl-C or --timeout', '--until	End the watch when this holds, of a list for one item', '--sort	Order; a leading - reverses it', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job allocations' = @('--all	Include records of an earlier job with the same ID that was deregistered', '--no-all	Not: Include records of an earlier job with the same ID that was deregistered', '--stale	Let any server answer, however far behind it is', '--no-stale	Not: Let any server answer, however far behind it is', '--watch	Show it again at every change, until Ctrl-C or --timeout', '--until	End the watch when this holds, of a list for one item', '--sort	Order; a leading - reverses it', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job evaluations' = @('--stale	Let any server answer, however far behind it is', '--no-stale	Not: Let any server answer, however far behind it is', '--watch	Show it again at every change, until Ctrl-C or --timeout', '--until	End the watch when this holds, of a list for one item', '--sort	Order; a leading - reverses it', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job deployments' = @('--all	Include records of an earlier job with the same ID that was deregistered', '--no-all	Not: Include records of an earlier job with the same ID that was deregistered', '--stale	Let any server answer, however far behind it is', '--no-stale	Not: Let any server answer, however far behind it is', '--watch	Show it again at every change, until Ctrl-C or --timeout', '--until	End the watch when this holds, of a list for one item', '--sort	Order; a leading - reverses it', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job deployment' = @('--stale	Let any server answer, however far behind it is', '--no-stale	Not: Let any server answer, however far behind it is', '--watch	Show it again at every change, until Ctrl-C or --timeout', '--until	End the watch when this holds, of a list for one item', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job summary' = @('--stale	Let any server answer, however far behind it is', '--no-stale	Not: Let any server answer, however far behind it is', '--watch	Show it again at every change, until Ctrl-C or --timeout', '--until	End the watch when this holds, of a list for one item', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job scale-status' = @('--stale	Let any server answer, however far behind it is', '--no-stale	Not: Let any server answer, however far behind it is', '--watch	Show it again at every change, until Ctrl-C or --timeout', '--until	End the watch when this holds, of a list for one item', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job services' = @('--stale	Let any server answer, however far behind it is', '--no-stale	Not: Let any server answer, however far behind it is', '--watch	Show it again at every change, until Ctrl-C or --timeout', '--until	End the watch when this holds, of a list for one item', '--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job actions' = @('--where	Only objects that satisfy ''FIELD OP VALUE''; repeatable', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job dispatch' = @('--idempotency-token	Prevents more than one dispatch', '--id-prefix-template	Prefix of the dispatched job''s ID', '--payload	Payload: text, @file, or - for standard input', '--meta	Meta of the instance', '--wait	Wait for what comes of it', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job periodic force' = @('--wait	Wait for what comes of it', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job scale' = @('--message	Why, persisted with the scaling event', '--error	Record an error instead of a count, persisted with the scaling event', '--meta	JSON persisted with the scaling event', '--policy-override	Override soft mandatory policies', '--no-policy-override	Not: Override soft mandatory policies', '--wait	Wait for what comes of it', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job evaluate' = @('--force-reschedule	Reschedule failed allocations at once, past their limit and delay', '--no-force-reschedule	Not: Reschedule failed allocations at once, past their limit and delay', '--wait	Wait for what comes of it', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job revert' = @('--enforce-prior-version	Revert only if this is the current version', '--mesh-token	Service-mesh token for identity checking', '--secrets-token	Secrets-store token for policy checking', '--wait	Wait for what comes of it', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--to	Choose the version, and show first what that changes', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--unset	Send null for a parameter', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job start' = @('--job-version	Version of the job', '--enforce-prior-version	Revert only if this is the current version', '--mesh-token	Service-mesh token for identity checking', '--secrets-token	Secrets-store token for policy checking', '--wait	Wait for what comes of it', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--unset	Send null for a parameter', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job diff' = @('--detailed-exitcode	Exit 0: no difference, 11: differences', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job stable' = @('--stable	Whether the version is stable', '--no-stable	Not: Whether the version is stable', '--force	Also a version that is not the current one, and would become it on a real server', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job stop' = @('--eval-priority	Priority of the evaluation', '--global	Stop a multi-region job in all its regions', '--no-global	Not: Stop a multi-region job in all its regions', '--purge	Remove it at once: it cannot be read afterwards', '--no-purge	Not: Remove it at once: it cannot be read afterwards', '--no-shutdown-delay	Ignore shutdown_delay: connections to stopping allocations fail', '--wait	Wait for what comes of it', '--wait-timeout	Give up waiting after this long', '--for	What to wait for', '--confirm	The name that would have to be typed, for scripts', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job wait' = @('--job-version	Version to wait for', '--for	What to wait for', '--wait-timeout	Give up waiting after this long', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'job action' = @('--alloc-id	Allocation: its ID, or the first characters of it', '--task	Task that defines the action', '--tty	Allocate a terminal', '--no-tty	Not: Allocate a terminal', '--ws-handshake	Send the token in the first frame and not in a header', '--no-ws-handshake	Not: Send the token in the first frame and not in a header', '--stdin	Pass standard input on; --no-stdin closes it at once', '--namespace	Namespace of the jobs service', '--region	Region of the jobs service')
  'lease lookup' = @('--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'lease renew' = @('--increment	How long from now', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'lease revoke' = @('--sync	Wait until it is done', '--no-sync	Not: Wait until it is done', '--set	Set a body field that has no flag: path=json; a path from / is a JSON pointer', '--body	Merge the flags into this JSON body', '--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'lease unwrap' = @('--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'lease recover' = @('--namespace	Namespace of the secrets service', '--wrap-ttl	Have the reply wrapped in a single-use token', '--fail-on-warning	Exit 1 when the server warns')
  'export' = @('--dir	Write a file for each object into this folder', '--organization	Organization of the workspaces', '--namespace	Namespace of the jobs, or of the secrets engines', '--mount	Mount of the secrets engine')
  'diff' = @('--detailed-exitcode	Exit 11 when something differs', '--full	Show every field that differs', '--ignore	Leave out a setting or part of a kind', '--unmanaged	List objects of a kind that no file names', '--plan-out	Write a plan that apply carries out exactly', '--organization	Organization of the workspaces', '--namespace	Namespace of the jobs, or of the secrets engines', '--mount	Mount of the secrets engine', '--exclude	Leave out files of folders that match', '--only	Only these settings and parts', '--var	Variable of the job files that declare it', '--var-file	File of variables for the job files', '--preserve-counts	Keep the present counts of task groups')
  'status' = @('--expires-within	How soon is soon, for certificates', '--detailed-exitcode	Exit 11 when something needs a person')
  'profile set' = @('--read-only	Allow reads only: no changes, no credentials; undone in the file of the profiles', '--workspaces-url	Base URL of the workspaces service', '--workspaces-product	What the server is; detect asks it', '--workspaces-token-from	Token source: env:NAME, file:PATH or command:["word", ...]', '--workspaces-ca-file	PEM file of the CA to trust', '--workspaces-client-cert	PEM file of the client certificate', '--workspaces-client-key	PEM file of its key', '--workspaces-server-name	Server name that the certificate must have', '--workspaces-allow-http	Send the token over plain HTTP to another machine', '--secrets-url	Base URL of the secrets service', '--secrets-product	What the server is; detect asks it', '--secrets-token-from	Token source: env:NAME, file:PATH or command:["word", ...]', '--secrets-ca-file	PEM file of the CA to trust', '--secrets-client-cert	PEM file of the client certificate', '--secrets-client-key	PEM file of its key', '--secrets-server-name	Server name that the certificate must have', '--secrets-allow-http	Send the token over plain HTTP to another machine', '--jobs-url	Base URL of the jobs service', '--jobs-product	What the server is; detect asks it', '--jobs-token-from	Token source: env:NAME, file:PATH or command:["word", ...]', '--jobs-ca-file	PEM file of the CA to trust', '--jobs-client-cert	PEM file of the client certificate', '--jobs-client-key	PEM file of its key', '--jobs-server-name	Server name that the certificate must have', '--jobs-allow-http	Send the token over plain HTTP to another machine', '--default-organization	Organization of bare workspace names', '--secrets-namespace	Namespace of the secrets service', '--jobs-namespace	Namespace of the jobs service', '--jobs-region	Region of the jobs service', '--pki-mount	Mount of the certificate engine; more for status', '--ldap-mount	Mount of the directory engine; more for status', '--cloud-mount	Mount of the cloud engine; more for status')
  'profile show' = @()
  'profile list' = @()
  'profile use' = @()
  'profile delete' = @()
  'profile explain' = @()
  'auth login' = @()
  'auth logout' = @()
  'auth status' = @()
  'api' = @('--no-token	Send no token, for example to log in', '--data	JSON body')
  'batch run' = @('--parallel	Items in flight at once', '--rate	Items started in a second, 0 for no limit', '--journal	Write intent and result of every item to this file', '--resume	Go on with the journal of an earlier run', '--retry-unknown	With --resume, send items of unknown outcome again', '--stop-on-error	Start nothing more after a failure')
  'sandbox start' = @('--port	Port on 127.0.0.1', '--empty	Start without the demo state', '--fault	Inject a fault: 429:3, 503:2@/organizations, reset:1, lost:1, slow:200ms')
  'sandbox exec' = @('--port	Port on 127.0.0.1', '--empty	Start without the demo state', '--fault	Inject a fault: 429:3, 503:2@/organizations, reset:1, lost:1, slow:200ms', '--as	Whose token the command gets')
  'doctor' = @()
  'completion' = @()
  'completion install' = @()
  'man install' = @()
  'manifest' = @('--command	Only this command, or those of a group', '--schema	The JSON Schema of files with objects of this kind')
  'mcp' = @('--toolset	Only these groups or parts of them: job, pki-role', '--allow	Serve more than reads: changes, credentials, or a command', '--sandbox	Serve a sandbox that lives as long as this does')
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
  'export' = @('', '...')
  'diff' = @('/', '...')
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
$script:TrivetValues['--expires-within'] = ''
$script:TrivetValues['--expiry'] = ''
$script:TrivetValues['--ext-key-usage'] = ''
$script:TrivetValues['--ext-key-usage-oids'] = ''
$script:TrivetValues['--fault'] = ''
$script:TrivetValues['--field'] = ''
$script:TrivetValues['--fields'] = ''
$script:TrivetValues['workspace create --fields'] = ',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars'
$script:TrivetValues['workspace list --fields'] = ',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars'
$script:TrivetValues['workspace show --fields'] = ',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars'
$script:TrivetValues['workspace update --fields'] = ',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars'
$script:TrivetValues['workspace lock --fields'] = ',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars'
$script:TrivetValues['workspace unlock --fields'] = ',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars'
$script:TrivetValues['workspace force-unlock --fields'] = ',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars'
$script:TrivetValues['workspace ssh-key assign --fields'] = ',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars'
$script:TrivetValues['workspace ssh-key unassign --fields'] = ',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars'
$script:TrivetValues['workspace consumer list --fields'] = ',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars'
$script:TrivetValues['job register --fields'] = ',JobID EvalID EvalCreateIndex JobModifyIndex Warnings Index KnownLeader LastContact NextToken VolumeEvalID VolumeEvalIndex job namespace version deployment result reason'
$script:TrivetValues['job update --fields'] = ',JobID EvalID EvalCreateIndex JobModifyIndex Warnings Index KnownLeader LastContact NextToken VolumeEvalID VolumeEvalIndex job namespace version deployment result reason'
$script:TrivetValues['job scale --fields'] = ',JobID EvalID EvalCreateIndex JobModifyIndex Warnings Index KnownLeader LastContact NextToken VolumeEvalID VolumeEvalIndex job namespace version deployment result reason'
$script:TrivetValues['job evaluate --fields'] = ',JobID EvalID EvalCreateIndex JobModifyIndex Warnings Index KnownLeader LastContact NextToken VolumeEvalID VolumeEvalIndex job namespace version deployment result reason'
$script:TrivetValues['job revert --fields'] = ',JobID EvalID EvalCreateIndex JobModifyIndex Warnings Index KnownLeader LastContact NextToken VolumeEvalID VolumeEvalIndex job namespace version deployment result reason'
$script:TrivetValues['job start --fields'] = ',JobID EvalID EvalCreateIndex JobModifyIndex Warnings Index KnownLeader LastContact NextToken VolumeEvalID VolumeEvalIndex job namespace version deployment result reason'
$script:TrivetValues['job stop --fields'] = ',JobID EvalID EvalCreateIndex JobModifyIndex Warnings Index KnownLeader LastContact NextToken VolumeEvalID VolumeEvalIndex job namespace version deployment result reason'
$script:TrivetValues['pki issue --fields'] = ',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable'
$script:TrivetValues['pki root sign-intermediate --fields'] = ',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable'
$script:TrivetValues['pki root sign-self-issued --fields'] = ',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable'
$script:TrivetValues['pki sign --fields'] = ',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable'
$script:TrivetValues['pki renew --fields'] = ',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable'
$script:TrivetValues['pki sign-verbatim --fields'] = ',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable'
$script:TrivetValues['pki ca show --fields'] = ',pem base64'
$script:TrivetValues['pki ca chain --fields'] = ',pem base64'
$script:TrivetValues['pki cert download --fields'] = ',pem base64'
$script:TrivetValues['pki crl show --fields'] = ',pem base64'
$script:TrivetValues['pki role list --fields'] = ',key'
$script:TrivetValues['cloud role list --fields'] = ',key'
$script:TrivetValues['ldap static-role list --fields'] = ',key'
$script:TrivetValues['ldap library list --fields'] = ',key'
$script:TrivetValues['message create --fields'] = ',id title status type authenticated active start_time end_time link options message'
$script:TrivetValues['message show --fields'] = ',id title status type authenticated active start_time end_time link options message'
$script:TrivetValues['message update --fields'] = ',id title status type authenticated active start_time end_time link options message'
$script:TrivetValues['pki role write --fields'] = ',ttl max_ttl allow_localhost allowed_domains allowed_domains_template allow_bare_domains allow_subdomains allow_glob_domains allow_wildcard_certificates allow_any_name enforce_hostnames allow_ip_sans allowed_uri_sans allowed_uri_sans_template allowed_other_sans allowed_serial_numbers server_flag client_flag code_signing_flag email_protection_flag key_type key_bits signature_bits key_usage ext_key_usage ext_key_usage_oids use_csr_common_name use_csr_sans ou organization country locality province street_address postal_code generate_lease no_store require_cn policy_identifiers basic_constraints_valid_for_non_ca not_before_duration not_after allow_globs_in_identity_templates allow_token_displayname allowed_ip_sans_cidr allowed_user_ids cn_validations issuer_ref not_after_bound not_before not_before_bound use_pss'
$script:TrivetValues['pki role update --fields'] = ',ttl max_ttl allow_localhost allowed_domains allowed_domains_template allow_bare_domains allow_subdomains allow_glob_domains allow_wildcard_certificates allow_any_name enforce_hostnames allow_ip_sans allowed_uri_sans allowed_uri_sans_template allowed_other_sans allowed_serial_numbers server_flag client_flag code_signing_flag email_protection_flag key_type key_bits signature_bits key_usage ext_key_usage ext_key_usage_oids use_csr_common_name use_csr_sans ou organization country locality province street_address postal_code generate_lease no_store require_cn policy_identifiers basic_constraints_valid_for_non_ca not_before_duration not_after allow_globs_in_identity_templates allow_token_displayname allowed_ip_sans_cidr allowed_user_ids cn_validations issuer_ref not_after_bound not_before not_before_bound use_pss'
$script:TrivetValues['pki role show --fields'] = ',ttl max_ttl allow_localhost allowed_domains allowed_domains_template allow_bare_domains allow_subdomains allow_glob_domains allow_wildcard_certificates allow_any_name enforce_hostnames allow_ip_sans allowed_uri_sans allowed_uri_sans_template allowed_other_sans allowed_serial_numbers server_flag client_flag code_signing_flag email_protection_flag key_type key_bits signature_bits key_usage ext_key_usage ext_key_usage_oids use_csr_common_name use_csr_sans ou organization country locality province street_address postal_code generate_lease no_store require_cn policy_identifiers basic_constraints_valid_for_non_ca not_before_duration not_after allow_globs_in_identity_templates allow_token_displayname allowed_ip_sans_cidr allowed_user_ids cn_validations issuer_ref not_after_bound not_before not_before_bound use_pss'
$script:TrivetValues['cloud static-role write --fields'] = ',name username id rotation_period'
$script:TrivetValues['cloud static-role update --fields'] = ',name username id rotation_period'
$script:TrivetValues['cloud static-role show --fields'] = ',name username id rotation_period'
$script:TrivetValues['job show --fields'] = ',ID Name Namespace Type Priority Status StatusDescription Stop ParentID JobModifyIndex SubmitTime Datacenters NodePool Multiregion Meta CreateIndex ModifyIndex Region Version Stable TaskGroups Periodic Periodic.Enabled Periodic.Spec Periodic.Specs Periodic.SpecType Periodic.ProhibitOverlap Periodic.TimeZone ParameterizedJob Affinities AllAtOnce Constraints ConsulNamespace ConsulToken VaultNamespace VaultToken DispatchIdempotencyToken Dispatched Migrate NomadTokenID Payload Reschedule Spreads UI Update VersionTag VersionTag.Name VersionTag.Description VersionTag.TaggedTime'
$script:TrivetValues['job parse --fields'] = ',ID Name Namespace Type Priority Status StatusDescription Stop ParentID JobModifyIndex SubmitTime Datacenters NodePool Multiregion Meta CreateIndex ModifyIndex Region Version Stable TaskGroups Periodic Periodic.Enabled Periodic.Spec Periodic.Specs Periodic.SpecType Periodic.ProhibitOverlap Periodic.TimeZone ParameterizedJob Affinities AllAtOnce Constraints ConsulNamespace ConsulToken VaultNamespace VaultToken DispatchIdempotencyToken Dispatched Migrate NomadTokenID Payload Reschedule Spreads UI Update VersionTag VersionTag.Name VersionTag.Description VersionTag.TaggedTime'
$script:TrivetValues['job versions --fields'] = ',ID Name Namespace Type Priority Status StatusDescription Stop ParentID JobModifyIndex SubmitTime Datacenters NodePool Multiregion Meta CreateIndex ModifyIndex Region Version Stable TaskGroups Periodic Periodic.Enabled Periodic.Spec Periodic.Specs Periodic.SpecType Periodic.ProhibitOverlap Periodic.TimeZone ParameterizedJob Affinities AllAtOnce Constraints ConsulNamespace ConsulToken VaultNamespace VaultToken DispatchIdempotencyToken Dispatched Migrate NomadTokenID Payload Reschedule Spreads UI Update VersionTag VersionTag.Name VersionTag.Description VersionTag.TaggedTime'
$script:TrivetValues['workspace retention-policy show --fields'] = ',id type delete-older-than-n-days deleteOlderThanNDays set-on target'
$script:TrivetValues['workspace retention-policy set --fields'] = ',id type delete-older-than-n-days deleteOlderThanNDays set-on target'
$script:TrivetValues['pki ca import --fields'] = ',imported_issuers imported_keys existing_issuers existing_keys mapping'
$script:TrivetValues['pki intermediate set-signed --fields'] = ',imported_issuers imported_keys existing_issuers existing_keys mapping'
$script:TrivetValues['pki crl config show --fields'] = ',expiry disable auto_rebuild auto_rebuild_grace_period allow_expired_cert_revocation enable_delta delta_rebuild_interval ocsp_disable ocsp_expiry'
$script:TrivetValues['pki crl config set --fields'] = ',expiry disable auto_rebuild auto_rebuild_grace_period allow_expired_cert_revocation enable_delta delta_rebuild_interval ocsp_disable ocsp_expiry'
$script:TrivetValues['pki urls show --fields'] = ',issuing_certificates crl_distribution_points ocsp_servers delta_crl_distribution_points enable_templating'
$script:TrivetValues['pki urls set --fields'] = ',issuing_certificates crl_distribution_points ocsp_servers delta_crl_distribution_points enable_templating'
$script:TrivetValues['cloud creds --fields'] = ',access_key secret_key security_token session_token arn ttl lease_id lease_duration renewable'
$script:TrivetValues['cloud sts --fields'] = ',access_key secret_key security_token session_token arn ttl lease_id lease_duration renewable'
$script:TrivetValues['ldap library check-in --fields'] = ',account'
$script:TrivetValues['ldap library manage check-in --fields'] = ',account'
$script:TrivetValues['job deployments --fields'] = ',ID Namespace JobID JobVersion JobModifyIndex JobSpecModifyIndex JobCreateIndex Status StatusDescription TaskGroups EvalPriority IsMultiregion CreateTime ModifyTime CreateIndex ModifyIndex'
$script:TrivetValues['job deployment --fields'] = ',ID Namespace JobID JobVersion JobModifyIndex JobSpecModifyIndex JobCreateIndex Status StatusDescription TaskGroups EvalPriority IsMultiregion CreateTime ModifyTime CreateIndex ModifyIndex'
$script:TrivetValues['lease renew --fields'] = ',lease_id lease_duration renewable'
$script:TrivetValues['lease unwrap --fields'] = ',lease_id lease_duration renewable'
$script:TrivetValues['profile show --fields'] = ',name current organization readOnly workspaces.url workspaces.product workspaces.token.kind workspaces.namespace workspaces.caFile workspaces.clientCert workspaces.clientKey workspaces.serverName workspaces.allowHttp secrets.url secrets.product secrets.token.kind secrets.namespace secrets.caFile secrets.clientCert secrets.clientKey secrets.serverName secrets.allowHttp jobs.url jobs.product jobs.token.kind jobs.namespace jobs.caFile jobs.clientCert jobs.clientKey jobs.serverName jobs.allowHttp secrets.mounts.pki secrets.mounts.ldap secrets.mounts.cloud jobs.region'
$script:TrivetValues['profile list --fields'] = ',name current organization readOnly workspaces.url workspaces.product workspaces.token.kind workspaces.namespace workspaces.caFile workspaces.clientCert workspaces.clientKey workspaces.serverName workspaces.allowHttp secrets.url secrets.product secrets.token.kind secrets.namespace secrets.caFile secrets.clientCert secrets.clientKey secrets.serverName secrets.allowHttp jobs.url jobs.product jobs.token.kind jobs.namespace jobs.caFile jobs.clientCert jobs.clientKey jobs.serverName jobs.allowHttp secrets.mounts.pki secrets.mounts.ldap secrets.mounts.cloud jobs.region'
$script:TrivetValues['workspace tag list --fields'] = ',id type name instance-count organization'
$script:TrivetValues['message list --fields'] = ',key title status type authenticated active start_time end_time'
$script:TrivetValues['pki cert show --fields'] = ',certificate revocation_time revocation_time_rfc3339 issuer_id ca_chain'
$script:TrivetValues['pki cert list --fields'] = ',key common_name dns_names issuer key_type key_bits not_before not_after'
$script:TrivetValues['pki intermediate generate --fields'] = ',csr private_key private_key_type key_id'
$script:TrivetValues['pki revoke --fields'] = ',state revocation_time revocation_time_rfc3339'
$script:TrivetValues['pki root generate --fields'] = ',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable issuer_id issuer_name key_id key_name'
$script:TrivetValues['pki tidy-status --fields'] = ',state message error time_started time_finished cert_store_deleted_count revoked_cert_deleted_count tidy_cert_store tidy_revoked_certs safety_buffer acme_account_deleted_count acme_account_revoked_count acme_account_safety_buffer acme_orders_deleted_count current_cert_store_count current_revoked_cert_count internal_backend_uuid issuer_safety_buffer last_auto_tidy_finished missing_issuer_cert_count page_size pause_duration revoked_safety_buffer tidy_acme tidy_expired_issuers tidy_invalid_certs tidy_move_legacy_ca_bundle tidy_revoked_cert_issuer_associations total_acme_account_count'
$script:TrivetValues['pki inspect --fields'] = ',serial common_name names subject issuer not_before not_after days_left key signature ca sha256 revoked'
$script:TrivetValues['pki verify --fields'] = ',check status detail'
$script:TrivetValues['pki inventory --fields'] = ',serial common_name names subject issuer not_before not_after days_left key ca revoked revoked_at superseded due mount'
$script:TrivetValues['cloud config show --fields'] = ',access_key region iam_endpoint sts_endpoint sts_region max_retries username_template role_arn identity_token_audience identity_token_ttl'
$script:TrivetValues['cloud config rotate-root --fields'] = ',access_key'
$script:TrivetValues['cloud lease show --fields'] = ',lease lease_max'
$script:TrivetValues['cloud role show --fields'] = ',name credential_type role_arns policy_arns policy_document iam_groups iam_tags default_sts_ttl max_sts_ttl user_path permissions_boundary_arn mfa_serial_number invalid_data external_id session_tags'
$script:TrivetValues['cloud static-creds --fields'] = ',access_key secret_key security_token expiration'
$script:TrivetValues['ldap config show --fields'] = ',url binddn schema userdn userattr upndomain password_policy length starttls insecure_tls request_timeout connection_timeout skip_static_role_import_rotation last_bind_password_rotation certificate client_tls_cert anonymous_group_search case_sensitive_names deny_null_bind dereference_aliases discoverdn groupattr groupdn groupfilter max_page_size tls_min_version tls_max_version use_token_groups userfilter username_as_alias'
$script:TrivetValues['ldap static-role show --fields'] = ',role_name username dn rotation_period last_vault_rotation'
$script:TrivetValues['ldap static-cred --fields'] = ',username dn password last_password ttl rotation_period last_vault_rotation'
$script:TrivetValues['ldap role show --fields'] = ',role_name default_ttl max_ttl username_template creation_ldif deletion_ldif rollback_ldif'
$script:TrivetValues['ldap creds --fields'] = ',username password distinguished_names lease_id lease_duration renewable'
$script:TrivetValues['ldap library show --fields'] = ',set_name service_account_names ttl max_ttl disable_check_in_enforcement'
$script:TrivetValues['ldap library status --fields'] = ',account available borrower_entity_id borrower_client_token'
$script:TrivetValues['ldap library check-out --fields'] = ',service_account_name password lease_id lease_duration renewable'
$script:TrivetValues['job list --fields'] = ',ID Name Namespace Type Priority Status StatusDescription Stop ParentID JobModifyIndex SubmitTime Datacenters NodePool Multiregion Meta CreateIndex ModifyIndex JobSummary Periodic ParameterizedJob'
$script:TrivetValues['job plan --fields'] = ',JobModifyIndex Annotations Annotations.DesiredTGUpdates Annotations.PreemptedAllocs CreatedEvals Diff Diff.Type Diff.ID Diff.Fields Diff.Objects Diff.TaskGroups FailedTGAllocs NextPeriodicLaunch Warnings Index KnownLeader LastContact NextToken'
$script:TrivetValues['job submission --fields'] = ',JobID Namespace Version JobModifyIndex Format Source VariableFlags Variables'
$script:TrivetValues['job allocations --fields'] = ',ID Name Namespace EvalID NodeID NodeName JobID JobType JobVersion TaskGroup DesiredStatus DesiredDescription DesiredTransition ClientStatus ClientDescription DeploymentStatus FollowupEvalID NextAllocation PreemptedAllocations PreemptedByAllocation RescheduleTracker TaskStates AllocatedResources CreateTime ModifyTime CreateIndex ModifyIndex'
$script:TrivetValues['job evaluations --fields'] = ',ID Namespace JobID JobModifyIndex Type TriggeredBy Status StatusDescription Priority BlockedEval PreviousEval NextEval DeploymentID NodeID NodeModifyIndex Wait WaitUntil ClassEligibility EscapedComputedClass FailedTGAllocs QueuedAllocations PlanAnnotations SnapshotIndex QuotaLimitReached AnnotatePlan CreateTime ModifyTime CreateIndex ModifyIndex'
$script:TrivetValues['job summary --fields'] = ',group Queued Starting Running Complete Failed Lost Unknown'
$script:TrivetValues['job scale-status --fields'] = ',group Desired Placed Running Healthy Unhealthy Events'
$script:TrivetValues['job services --fields'] = ',ID ServiceName Namespace Address Port Tags Datacenter JobID NodeID AllocID CreateIndex ModifyIndex'
$script:TrivetValues['job actions --fields'] = ',Name TaskGroupName TaskName Command Args'
$script:TrivetValues['job dispatch --fields'] = ',DispatchedJobID EvalID EvalCreateIndex JobCreateIndex Index KnownLeader LastContact NextToken job namespace version deployment result reason'
$script:TrivetValues['job periodic force --fields'] = ',JobID EvalID EvalCreateIndex Index KnownLeader LastContact NextToken job namespace version deployment result reason'
$script:TrivetValues['job diff --fields'] = ',ID From To Type Fields Objects TaskGroups'
$script:TrivetValues['job stable --fields'] = ',Index KnownLeader LastContact NextToken'
$script:TrivetValues['job wait --fields'] = ',job namespace version deployment result reason'
$script:TrivetValues['lease lookup --fields'] = ',id path issue_time expire_time last_renewal ttl renewable'
$script:TrivetValues['diff --fields'] = ',kind name action result fields where reason mount namespace changes plan uncompared'
$script:TrivetValues['status --fields'] = ',service kind name scope state detail attention'
$script:TrivetValues['profile explain --fields'] = ',service name value source refused'
$script:TrivetValues['auth status --fields'] = ',service address product token source problem'
$script:TrivetValues['batch run --fields'] = ',item result exit command reason'
$script:TrivetValues['doctor --fields'] = ',service check status detail'
$script:TrivetValues['manifest --fields'] = ',path group summary effects'
$script:TrivetValues['--filter'] = ''
$script:TrivetValues['--filter-current-run-status'] = ''
$script:TrivetValues['--filter-project-id'] = ''
$script:TrivetValues['--for'] = '=healthy placed complete dead promotable'
$script:TrivetValues['job dispatch --for'] = '=complete placed dead'
$script:TrivetValues['job periodic force --for'] = '=complete placed dead'
$script:TrivetValues['job stop --for'] = '=dead'
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
$script:TrivetValues['pki role write --key-type'] = '=rsa ec ed25519 any'
$script:TrivetValues['pki role update --key-type'] = '=rsa ec ed25519 any'
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
$script:TrivetValues['job dispatch --meta'] = ''
$script:TrivetValues['job scale --meta'] = '@'
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
$script:TrivetValues['--role'] = '!pki-role'
$script:TrivetValues['--role-arn'] = ''
$script:TrivetValues['--role-arns'] = ''
$script:TrivetValues['--role-session-name'] = ''
$script:TrivetValues['--rollback-ldif'] = '@'
$script:TrivetValues['--rotation-period'] = ''
$script:TrivetValues['--safety-buffer'] = ''
$script:TrivetValues['--schema'] = '=openldap ad racf'
$script:TrivetValues['manifest --schema'] = ''
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
$script:TrivetValues['job versions --sort'] = '=Version -Version Stable -Stable Stop -Stop Status -Status JobModifyIndex -JobModifyIndex VersionTag.Name -VersionTag.Name SubmitTime -SubmitTime'
$script:TrivetValues['job allocations --sort'] = '=ID -ID TaskGroup -TaskGroup JobVersion -JobVersion DesiredStatus -DesiredStatus ClientStatus -ClientStatus NodeName -NodeName EvalID -EvalID CreateTime -CreateTime ModifyTime -ModifyTime TaskStates -TaskStates'
$script:TrivetValues['job evaluations --sort'] = '=ID -ID TriggeredBy -TriggeredBy Status -Status StatusDescription -StatusDescription Priority -Priority BlockedEval -BlockedEval DeploymentID -DeploymentID CreateTime -CreateTime'
$script:TrivetValues['job deployments --sort'] = '=ID -ID JobVersion -JobVersion Status -Status StatusDescription -StatusDescription CreateTime -CreateTime ModifyTime -ModifyTime'
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
$script:TrivetValues['--unmanaged'] = ''
$script:TrivetValues['--unset'] = ',enforce-prior-version'
$script:TrivetValues['workspace create --unset'] = ',auto-destroy-at auto-destroy-activity-duration'
$script:TrivetValues['workspace update --unset'] = ',auto-destroy-at auto-destroy-activity-duration vcs-repo'
$script:TrivetValues['message update --unset'] = ',end-time link option'
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
$script:TrivetValues['--where'] = ''
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
    [System.Management.Automation.CompletionResult]::new("$prefix$word", $word, $kind, $(if ($summary) { $summary } else { $word }))
  }
}
