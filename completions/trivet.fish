# trivet completion for fish 3.4 or newer. Generated from the catalogue: do not edit.
# Static words are answered here, without starting a process. Live names come from files that
# "trivet completion candidates" writes, waited for 300 ms at most, by reading only.

function __trivet_children
    switch $argv[1]
        case ''
            printf '%s\n' 'workspace'\t'Infrastructure workspaces: settings, locks, tags, consumers' 'message'\t'Messages of the secrets UI' 'pki'\t'Certificates: CA, roles, issuing, signing, revocation' 'cloud'\t'Cloud credentials: roles, users and tokens on demand' 'ldap'\t'Directory accounts: rotated, created on demand, lent out' 'job'\t'Jobs: plan, register, dispatch, scale, revert, run actions' 'lease'\t'Leases and wrapped replies of the secrets service' 'export'\t'Write objects of the servers as files' 'diff'\t'Compare files with the servers' 'apply'\t'Make the servers match files' 'status'\t'What is locked, failing, waiting, lent or expiring' 'how'\t'Find the command for a question' 'watch'\t'Live view of urgent things, or any object' 'changes'\t'Receipts of changes: list, continue, settle' 'undo'\t'Take back what a command changed' 'profile'\t'Named sets of servers and their settings' 'login'\t'Log in to services' 'logout'\t'Log out of services' 'auth'\t'Sessions and tokens of a profile' 'whoami'\t'Show whose token each service gets' 'api'\t'Raw requests to any endpoint of a service' 'batch'\t'Many command lines in one process, resumable' 'sandbox'\t'The three APIs on this machine, for rehearsals' 'doctor'\t'Check addresses, TLS, servers, tokens, permissions and clocks' 'completion'\t'Completion scripts for bash, zsh, fish and PowerShell' 'man'\t'Manual pages of trivet and of each command' 'manifest'\t'Description of every command, for programs' 'mcp'\t'Commands as tools for agents (Model Context Protocol)' 'skill'\t'What an agent needs to know about trivet' 'version'\t'Show the version, and how it was built' 'help'\t'Help for a command or topic'
        case 'workspace'
            printf '%s\n' 'create'\t'Create a workspace in an organization' 'list'\t'List the workspaces of an organization' 'show'\t'Show a workspace' 'update'\t'Change settings of a workspace' 'delete'\t'Delete a workspace without managed resources' 'force-delete'\t'Delete a workspace without checking its resources' 'lock'\t'Lock a workspace against runs' 'unlock'\t'Unlock a workspace' 'force-unlock'\t'Unlock a workspace that someone else has locked' 'ssh-key'\t'Commands of ssh-key' 'consumer'\t'Commands of consumer' 'tag'\t'Commands of tag' 'retention-policy'\t'Commands of retention-policy'
        case 'workspace ssh-key'
            printf '%s\n' 'assign'\t'Assign an SSH key to a workspace' 'unassign'\t'Remove the SSH key of a workspace'
        case 'workspace consumer'
            printf '%s\n' 'list'\t'List the workspaces that may read the state' 'add'\t'Let workspaces read the state' 'replace'\t'Replace the workspaces that may read the state' 'remove'\t'Stop workspaces from reading the state'
        case 'workspace tag'
            printf '%s\n' 'list'\t'List the tags of a workspace' 'add'\t'Add tags to a workspace' 'remove'\t'Remove tags from a workspace'
        case 'workspace retention-policy'
            printf '%s\n' 'show'\t'Show the data retention policy of a workspace' 'set'\t'Set the data retention policy of a workspace' 'delete'\t'Remove the data retention policy of a workspace'
        case 'message'
            printf '%s\n' 'list'\t'List the custom messages of the UI' 'create'\t'Create a custom message of the UI' 'show'\t'Show a custom message of the UI' 'update'\t'Change a custom message of the UI' 'delete'\t'Delete a custom message of the UI'
        case 'pki'
            printf '%s\n' 'ca'\t'Commands of ca' 'cert'\t'Commands of cert' 'crl'\t'Commands of crl' 'urls'\t'Commands of urls' 'intermediate'\t'Commands of intermediate' 'issue'\t'Issue a certificate and key under a role' 'issuer'\t'Commands of issuer' 'revoke'\t'Revoke a certificate' 'role'\t'Commands of role' 'root'\t'Commands of root' 'sign'\t'Sign a certificate request under a role' 'renew'\t'Renew a folder\'s certificate and key when due' 'sign-verbatim'\t'Sign a certificate request without checking its names' 'tidy'\t'Remove expired certificates and invalid revocations' 'tidy-status'\t'Show the current or latest tidy' 'guard'\t'Renew a fleet and check what it serves' 'inspect'\t'Show certificates of files, mounts and servers' 'verify'\t'Check a certificate, its key and chain' 'inventory'\t'List certificates with names, expiry and revocation'
        case 'pki ca'
            printf '%s\n' 'show'\t'Show the CA certificate of a mount' 'chain'\t'Show the CA chain of a mount' 'import'\t'Import a CA certificate and its key'
        case 'pki cert'
            printf '%s\n' 'show'\t'Show a stored certificate' 'download'\t'Download a stored certificate as bytes' 'list'\t'List the serial numbers of stored certificates'
        case 'pki crl'
            printf '%s\n' 'config'\t'Commands of config' 'show'\t'Show the revocation list of a mount' 'rotate'\t'Rotate the CRL now'
        case 'pki crl config'
            printf '%s\n' 'show'\t'Show the CRL configuration' 'set'\t'Set the CRL validity, or disable the CRL'
        case 'pki urls'
            printf '%s\n' 'show'\t'Show the URLs that issued certificates carry' 'set'\t'Set the URLs that issued certificates carry'
        case 'pki intermediate'
            printf '%s\n' 'generate'\t'Generate key and request of an intermediate CA' 'set-signed'\t'Import the signed certificate of an intermediate CA'
        case 'pki issuer'
            printf '%s\n' 'list'\t'List the issuers of a mount' 'show'\t'Show an issuer of a mount'
        case 'pki role'
            printf '%s\n' 'write'\t'Create or update a role' 'update'\t'Change settings of a role' 'show'\t'Show a role' 'list'\t'List the names of roles' 'delete'\t'Delete a role'
        case 'pki root'
            printf '%s\n' 'generate'\t'Generate a self-signed CA certificate and its key' 'delete'\t'Delete the CA key of a mount' 'sign-intermediate'\t'Sign the request of an intermediate CA' 'sign-self-issued'\t'Sign a self-issued certificate, to bridge two CAs'
        case 'cloud'
            printf '%s\n' 'config'\t'Commands of config' 'lease'\t'Commands of lease' 'role'\t'Commands of role' 'creds'\t'Generate credentials from a role' 'sts'\t'Generate token-service credentials from a role' 'static-role'\t'Commands of static-role' 'static-creds'\t'Show the current credentials of a static role'
        case 'cloud config'
            printf '%s\n' 'set'\t'Set the root configuration of the cloud engine' 'show'\t'Show the root configuration of the cloud engine' 'rotate-root'\t'Rotate the root key of the cloud engine'
        case 'cloud lease'
            printf '%s\n' 'set'\t'Set how long leases of created users last' 'show'\t'Show how long leases of created users last'
        case 'cloud role'
            printf '%s\n' 'write'\t'Create or update a cloud role' 'update'\t'Change settings of a cloud role' 'show'\t'Show a cloud role' 'list'\t'List the cloud roles' 'delete'\t'Delete a cloud role'
        case 'cloud static-role'
            printf '%s\n' 'list'\t'List the static roles of the cloud engine' 'write'\t'Manage the access key of an existing user' 'update'\t'Change the rotation period of a static role' 'show'\t'Show a static role of the cloud engine' 'delete'\t'Delete a static role; its user stays'
        case 'ldap'
            printf '%s\n' 'config'\t'Commands of config' 'rotate-root'\t'Rotate the password of the bind account' 'static-role'\t'Commands of static-role' 'static-cred'\t'Show the current credentials of a static role' 'role'\t'Commands of role' 'creds'\t'Create an entry from a dynamic role' 'library'\t'Commands of library'
        case 'ldap config'
            printf '%s\n' 'set'\t'Set the connection to the directory server' 'show'\t'Show the connection to the directory server' 'delete'\t'Delete the connection to the directory server'
        case 'ldap static-role'
            printf '%s\n' 'list'\t'List the static roles of the directory engine' 'write'\t'Create or update a static role' 'update'\t'Change the rotation period of a static role' 'show'\t'Show a static role of the directory engine' 'delete'\t'Delete a static role; the entry stays' 'rotate'\t'Rotate the password of a static role now'
        case 'ldap role'
            printf '%s\n' 'list'\t'List the dynamic roles of the directory engine' 'show'\t'Show a dynamic role of the directory engine' 'write'\t'Create or update a dynamic role' 'update'\t'Change settings of a dynamic role' 'delete'\t'Delete a dynamic role of the directory engine'
        case 'ldap library'
            printf '%s\n' 'list'\t'List the library sets at the top level' 'write'\t'Create or update a library set' 'update'\t'Change settings of a library set' 'show'\t'Show a library set' 'delete'\t'Delete a library set' 'status'\t'Show which accounts of a set are available' 'check-out'\t'Borrow an account of a library set' 'check-in'\t'Check in an account of a library set' 'manage'\t'Commands of manage'
        case 'ldap library manage'
            printf '%s\n' 'check-in'\t'Check in an account that someone else borrowed'
        case 'job'
            printf '%s\n' 'list'\t'List jobs' 'show'\t'Show a job' 'status'\t'Show the state of a job' 'register'\t'Register a job or a new version' 'update'\t'Register a new version of a job' 'plan'\t'Show what registering a job would change' 'parse'\t'Parse a job file into JSON' 'submission'\t'Show the job file of a version' 'versions'\t'List the versions of a job' 'allocations'\t'List the allocations of a job' 'evaluations'\t'List the evaluations of a job' 'deployments'\t'List the deployments of a job' 'deployment'\t'Show the most recent deployment of a job' 'summary'\t'Count the allocations of each group by state' 'scale-status'\t'Show counts and scaling events of task groups' 'services'\t'List the services that a job registered' 'actions'\t'List the actions that a job\'s tasks define' 'dispatch'\t'Dispatch an instance of a parameterized job' 'periodic'\t'Commands of periodic' 'scale'\t'Scale a task group of a job' 'evaluate'\t'Make the scheduler process a job again' 'revert'\t'Restore an earlier version of a job' 'start'\t'Start a stopped job with its last version' 'diff'\t'Compare two versions of a job' 'logs'\t'Show what the tasks of a job wrote' 'events'\t'Show what happened to a job, oldest first' 'restart'\t'Restart the running tasks of a job' 'promote'\t'Promote the canaries of a job' 'fail'\t'Fail the running deployment of a job' 'stable'\t'Mark a job version as stable or not' 'stop'\t'Stop a job and its allocations' 'wait'\t'Wait until jobs are healthy, complete or dead' 'action'\t'Run an action of a job'
        case 'job periodic'
            printf '%s\n' 'force'\t'Start an instance of a periodic job now'
        case 'lease'
            printf '%s\n' 'lookup'\t'Show the path and lifetime of a lease' 'list'\t'List leases by their path' 'renew'\t'Extend a lease' 'revoke'\t'Revoke a lease and its credentials' 'unwrap'\t'Open a wrapped reply with its single-use token' 'recover'\t'Give back what a lend left behind'
        case 'status'
            printf '%s\n' 'acknowledge'\t'Silence a row of status for a while'
        case 'changes'
            printf '%s\n' 'show'\t'Show what a command changed, object by object' 'continue'\t'Finish what a stopped command left' 'settle'\t'Record an outcome that only you know'
        case 'profile'
            printf '%s\n' 'set'\t'Create a profile or change its settings' 'show'\t'Show the settings of a profile, tokens masked' 'list'\t'List the profiles' 'use'\t'Make a profile the current one' 'delete'\t'Delete a profile and its stored tokens' 'explain'\t'Show where each setting comes from'
        case 'auth'
            printf '%s\n' 'login'\t'Log in to services' 'logout'\t'Log out of services' 'status'\t'Show the session or token of each service'
        case 'batch'
            printf '%s\n' 'run'\t'Run many command lines; resume after a stop'
        case 'sandbox'
            printf '%s\n' 'start'\t'Serve the three APIs on a loopback port' 'serve'\t'Serve the three APIs for testing clients' 'exec'\t'Run a command against a temporary sandbox'
        case 'completion'
            printf '%s\n' 'install'\t'Write the completion script to the shell\'s folder' 'uninstall'\t'Remove the installed completion script'
        case 'man'
            printf '%s\n' 'install'\t'Write the manual pages where man looks' 'uninstall'\t'Remove the installed manual pages'
        case 'skill'
            printf '%s\n' 'install'\t'Write the skill of trivet for an agent' 'uninstall'\t'Remove the skill of trivet from an agent'
        case 'help'
            printf '%s\n' 'exit-codes'\t'Topic' 'environment'\t'Topic' 'output'\t'Topic' 'where'\t'Topic' 'many'\t'Topic' 'profiles'\t'Topic' 'products'\t'Topic' 'files'\t'Topic' 'lending'\t'Topic' 'flags'\t'Topic' 'guide'\t'Guides' 'agents'\t'Guide' 'certificates'\t'Guide' 'changes'\t'Guide' 'ci'\t'Guide' 'commands'\t'Guide' 'concepts'\t'Guide' 'desired-state'\t'Guide' 'glossary'\t'Guide' 'incident'\t'Guide' 'installation'\t'Guide' 'library'\t'Guide' 'login'\t'Guide' 'migration'\t'Guide' 'performance'\t'Guide' 'sandbox'\t'Guide' 'servers'\t'Guide' 'troubleshooting'\t'Guide' 'upgrade-and-uninstall'\t'Guide' 'waiting'\t'Guide' 'workspace'\t'Infrastructure workspaces: settings, locks, tags, consumers' 'message'\t'Messages of the secrets UI' 'pki'\t'Certificates: CA, roles, issuing, signing, revocation' 'cloud'\t'Cloud credentials: roles, users and tokens on demand' 'ldap'\t'Directory accounts: rotated, created on demand, lent out' 'job'\t'Jobs: plan, register, dispatch, scale, revert, run actions' 'lease'\t'Leases and wrapped replies of the secrets service' 'export'\t'Write objects of the servers as files' 'diff'\t'Compare files with the servers' 'apply'\t'Make the servers match files' 'status'\t'What is locked, failing, waiting, lent or expiring' 'how'\t'Find the command for a question' 'watch'\t'Live view of urgent things, or any object' 'undo'\t'Take back what a command changed' 'profile'\t'Named sets of servers and their settings' 'logout'\t'Log out of services' 'auth'\t'Sessions and tokens of a profile' 'whoami'\t'Show whose token each service gets' 'api'\t'Raw requests to any endpoint of a service' 'batch'\t'Many command lines in one process, resumable' 'doctor'\t'Check addresses, TLS, servers, tokens, permissions and clocks' 'completion'\t'Completion scripts for bash, zsh, fish and PowerShell' 'man'\t'Manual pages of trivet and of each command' 'manifest'\t'Description of every command, for programs' 'mcp'\t'Commands as tools for agents (Model Context Protocol)' 'skill'\t'What an agent needs to know about trivet' 'version'\t'Show the version, and how it was built'
        case 'help guide'
            printf '%s\n' 'agents'\t'Guide' 'certificates'\t'Guide' 'changes'\t'Guide' 'ci'\t'Guide' 'commands'\t'Guide' 'concepts'\t'Guide' 'desired-state'\t'Guide' 'glossary'\t'Guide' 'incident'\t'Guide' 'installation'\t'Guide' 'lending'\t'Guide' 'library'\t'Guide' 'login'\t'Guide' 'many'\t'Guide' 'migration'\t'Guide' 'output'\t'Guide' 'performance'\t'Guide' 'products'\t'Guide' 'sandbox'\t'Guide' 'servers'\t'Guide' 'troubleshooting'\t'Guide' 'upgrade-and-uninstall'\t'Guide' 'waiting'\t'Guide'
    end
end

function __trivet_flags
    switch $argv[1]
        case ''
            printf '%s\n' '--version'\t'Show the version'
        case 'workspace create'
            printf '%s\n' '--agent-pool-id'\t'ID of an agent pool in the organization' '--allow-destroy-plan'\t'Let destroy plans be queued' '--no-allow-destroy-plan'\t'Not: Let destroy plans be queued' '--assessments-enabled'\t'Run health assessments (hosted edition, premium tier)' '--no-assessments-enabled'\t'Not: Run health assessments (hosted edition, premium tier)' '--auto-apply'\t'Apply after plans from VCS, UI or CLI' '--no-auto-apply'\t'Not: Apply after plans from VCS, UI or CLI' '--auto-apply-run-trigger'\t'Apply after plans started by another workspace' '--no-auto-apply-run-trigger'\t'Not: Apply after plans started by another workspace' '--auto-destroy-at'\t'When the next scheduled destroy run starts' '--auto-destroy-activity-duration'\t'Inactivity before destroy runs: 14d or 36h' '--description'\t'Free text' '--execution-mode'\t'Where runs execute; local means state storage only' '--file-triggers-enabled'\t'Start runs only when matching files change' '--no-file-triggers-enabled'\t'Not: Start runs only when matching files change' '--global-remote-state'\t'Let the whole organization read the state' '--no-global-remote-state'\t'Not: Let the whole organization read the state' '--queue-all-runs'\t'Queue VCS-triggered runs right after creation' '--no-queue-all-runs'\t'Not: Queue VCS-triggered runs right after creation' '--speculative-enabled'\t'Allow automatic speculative plans' '--no-speculative-enabled'\t'Not: Allow automatic speculative plans' '--engine-version'\t'Exact version, or a constraint: "~> 1.0.0"' '--trigger-patterns'\t'Globs of monitored files, from the repository root' '--trigger-prefixes'\t'Path prefixes monitored beside the working directory' '--working-directory'\t'Relative path in which runs execute' '--setting-overwrites'\t'Override (true) or inherit (false) a default: execution-mode=false' '--project'\t'ID of the project of the workspace' '--tag'\t'Key-value tag; replaces the whole set: env=prod' '--source-name'\t'Client name, shown as created via' '--source-url'\t'URL of the creating client' '--vcs-repo-identifier'\t'Repository, org/repo or org/project/_git/repo' '--vcs-repo-oauth-token-id'\t'ID of the VCS OAuth connection' '--vcs-repo-branch'\t'Branch of runs; empty: the default branch' '--vcs-repo-ingress-submodules'\t'Fetch submodules when cloning' '--no-vcs-repo-ingress-submodules'\t'Not: Fetch submodules when cloning' '--vcs-repo-tags-regex'\t'Start runs on VCS tags that match' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--unset'\t'Send null for a parameter' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace list'
            printf '%s\n' '--page-number'\t'Return only this page' '--page-size'\t'Items per page' '--search-name'\t'Fuzzy match on the name' '--search-tags'\t'Only workspaces with all of these tags' '--search-exclude-tags'\t'Only workspaces with none of these tags' '--search-wildcard-name'\t'Partial match with * as prefix, suffix or both' '--sort'\t'Order; a leading - reverses it' '--filter-project-id'\t'Only workspaces of this project' '--filter-current-run-status'\t'Only workspaces whose current run has this status' '--tagged'\t'Only workspaces with this tag: env, or env=prod' '--include'\t'Related resources to return with the workspace' '--limit'\t'Stop after this many items' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace show'
            printf '%s\n' '--include'\t'Related resources to return with the workspace' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace update'
            printf '%s\n' '--agent-pool-id'\t'ID of an agent pool in the organization' '--allow-destroy-plan'\t'Let destroy plans be queued' '--no-allow-destroy-plan'\t'Not: Let destroy plans be queued' '--assessments-enabled'\t'Run health assessments (hosted edition, premium tier)' '--no-assessments-enabled'\t'Not: Run health assessments (hosted edition, premium tier)' '--auto-apply'\t'Apply after plans from VCS, UI or CLI' '--no-auto-apply'\t'Not: Apply after plans from VCS, UI or CLI' '--auto-apply-run-trigger'\t'Apply after plans started by another workspace' '--no-auto-apply-run-trigger'\t'Not: Apply after plans started by another workspace' '--auto-destroy-at'\t'When the next scheduled destroy run starts' '--auto-destroy-activity-duration'\t'Inactivity before destroy runs: 14d or 36h' '--description'\t'Free text' '--execution-mode'\t'Where runs execute; local means state storage only' '--file-triggers-enabled'\t'Start runs only when matching files change' '--no-file-triggers-enabled'\t'Not: Start runs only when matching files change' '--global-remote-state'\t'Let the whole organization read the state' '--no-global-remote-state'\t'Not: Let the whole organization read the state' '--queue-all-runs'\t'Queue VCS-triggered runs right after creation' '--no-queue-all-runs'\t'Not: Queue VCS-triggered runs right after creation' '--speculative-enabled'\t'Allow automatic speculative plans' '--no-speculative-enabled'\t'Not: Allow automatic speculative plans' '--engine-version'\t'Exact version, or a constraint: "~> 1.0.0"' '--trigger-patterns'\t'Globs of monitored files, from the repository root' '--trigger-prefixes'\t'Path prefixes monitored beside the working directory' '--working-directory'\t'Relative path in which runs execute' '--setting-overwrites'\t'Override (true) or inherit (false) a default: execution-mode=false' '--project'\t'ID of the project to move to' '--tag'\t'Key-value tag; replaces the whole set: env=prod' '--name'\t'New name, which also changes the URL' '--vcs-repo'\t'Repository settings as one object; --unset vcs-repo disconnects' '--vcs-repo-identifier'\t'Repository, org/repo or org/project/_git/repo' '--vcs-repo-oauth-token-id'\t'ID of the VCS OAuth connection' '--vcs-repo-branch'\t'Branch of runs; empty: the default branch' '--vcs-repo-ingress-submodules'\t'Fetch submodules when cloning' '--no-vcs-repo-ingress-submodules'\t'Not: Fetch submodules when cloning' '--vcs-repo-tags-regex'\t'Start runs on VCS tags that match' '--vcs-repo-vcs-app-installation-id'\t'Installation ID of a VCS application connection' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--unset'\t'Send null for a parameter' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace delete'
            printf '%s\n' '--wait'\t'Retry while the state is being processed' '--wait-timeout'\t'Give up waiting after this long' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace force-delete'
            printf '%s\n' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace lock'
            printf '%s\n' '--reason'\t'Why it is locked, for others' '--keep-token'\t'Leave the services\' tokens in COMMAND\'s environment' '--map'\t'Give COMMAND only these fields of the reply' '--release-unproven'\t'Give back even what nothing proves ours' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace unlock'
            printf '%s\n' '--wait'\t'Retry until the latest state version is final' '--wait-timeout'\t'Give up waiting after this long' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace force-unlock'
            printf '%s\n' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace ssh-key assign'
            printf '%s\n' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace ssh-key unassign'
            printf '%s\n' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace consumer list'
            printf '%s\n' '--page-number'\t'Return only this page' '--page-size'\t'Items per page' '--limit'\t'Stop after this many items' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace consumer add'
            printf '%s\n' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace consumer replace'
            printf '%s\n' '--none'\t'Replace with the empty list' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace consumer remove'
            printf '%s\n' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace tag list'
            printf '%s\n' '--page-number'\t'Return only this page' '--page-size'\t'Items per page' '--limit'\t'Stop after this many items' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace tag add'
            printf '%s\n' '--id'\t'IDs of existing tags' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace tag remove'
            printf '%s\n' '--id'\t'IDs of existing tags' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace retention-policy show'
            printf '%s\n' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace retention-policy set'
            printf '%s\n' '--delete-older-than-days'\t'Age in days after which data is deleted' '--dont-delete'\t'Never delete data' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'workspace retention-policy delete'
            printf '%s\n' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--organization'\t'Organization for workspace names without one' '--by'\t'Read workspaces as IDs or as names'
        case 'message list'
            printf '%s\n' '--active'\t'Only messages shown now; --no-active: the others' '--no-active'\t'Not: Only messages shown now; --no-active: the others' '--authenticated'\t'Only messages shown after login, or before it' '--no-authenticated'\t'Not: Only messages shown after login, or before it' '--type'\t'Only messages of this type' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'message create'
            printf '%s\n' '--title'\t'Title of the message' '--message'\t'Text to show: as it is, @FILE or -' '--start-time'\t'Start of display: RFC 3339, date, or +2h' '--end-time'\t'End of display: RFC 3339, date, or +2h' '--type'\t'How it is shown' '--authenticated'\t'Show after login; --no-authenticated: before, to anyone' '--no-authenticated'\t'Not: Show after login; --no-authenticated: before, to anyone' '--link'\t'One link below the message' '--option'\t'Custom property of the UI, repeated for more' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'message show'
            printf '%s\n' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'message update'
            printf '%s\n' '--title'\t'Title of the message' '--message'\t'Text to show: as it is, @FILE or -' '--start-time'\t'Start of display: RFC 3339, date, or +2h' '--end-time'\t'End of display: RFC 3339, date, or +2h' '--type'\t'How it is shown' '--authenticated'\t'Show after login; --no-authenticated: before, to anyone' '--no-authenticated'\t'Not: Show after login; --no-authenticated: before, to anyone' '--link'\t'One link below the message' '--option'\t'Custom property of the UI, repeated for more' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--unset'\t'Send null for a parameter' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'message delete'
            printf '%s\n' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki ca show'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--pem'\t'Print PEM, the default' '--der'\t'Print DER; not to a terminal' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki ca chain'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki ca import'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--pem-bundle'\t'Unencrypted key and certificates in PEM: @FILE or -' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki cert show'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki cert download'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--pem'\t'Print PEM, the default' '--der'\t'Print DER; not to a terminal' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki cert list'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--detailed'\t'With names and ends, in one request' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki crl config show'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki crl config set'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--expiry'\t'Validity of a generated CRL' '--disable'\t'Serve an empty CRL' '--no-disable'\t'Not: Serve an empty CRL' '--auto-rebuild'\t'Rebuild the CRL before it expires' '--no-auto-rebuild'\t'Not: Rebuild the CRL before it expires' '--auto-rebuild-grace-period'\t'How long before its end it is rebuilt' '--enable-delta'\t'Build delta CRLs; needs --auto-rebuild' '--no-enable-delta'\t'Not: Build delta CRLs; needs --auto-rebuild' '--delta-rebuild-interval'\t'Time between delta CRLs' '--ocsp-disable'\t'Switch the OCSP responder off' '--no-ocsp-disable'\t'Not: Switch the OCSP responder off' '--ocsp-expiry'\t'Validity of OCSP replies' '--allow-expired-cert-revocation'\t'Let expired certificates be revoked' '--no-allow-expired-cert-revocation'\t'Not: Let expired certificates be revoked' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki crl show'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--pem'\t'Print PEM, the default' '--der'\t'Print DER; not to a terminal' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki crl rotate'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki urls show'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki urls set'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--issuing-certificates'\t'URLs of the issuing certificate; \'\' removes them' '--crl-distribution-points'\t'URLs of the revocation list; \'\' removes them' '--ocsp-servers'\t'URLs of OCSP responders; \'\' removes them' '--delta-crl-distribution-points'\t'URLs of the delta CRL; \'\' removes them' '--enable-templating'\t'Fill {{issuer_id}} and the like in the URLs' '--no-enable-templating'\t'Not: Fill {{issuer_id}} and the like in the URLs' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki intermediate generate'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--key-type'\t'Algorithm of the key' '--key-bits'\t'Key size: rsa 2048, 3072, 4096; ec 224-521' '--managed-key-name'\t'Name of the managed key, for kms' '--managed-key-id'\t'UUID of the managed key, for kms' '--common-name'\t'Common name of the certificate' '--alt-names'\t'More host names or email addresses' '--ip-sans'\t'IP addresses' '--uri-sans'\t'URIs' '--other-sans'\t'Custom names that the role allows: <oid>;UTF8:<value>' '--format'\t'Encoding of certificate and key in the reply' '--private-key-format'\t'Encoding of the key, not in a pem_bundle' '--exclude-cn-from-sans'\t'Omit the common name from alternative names' '--no-exclude-cn-from-sans'\t'Not: Omit the common name from alternative names' '--ou'\t'Organizational units (OU) of the subject' '--organization'\t'Organizations (O) of the subject' '--country'\t'Countries (C) of the subject' '--locality'\t'Localities (L) of the subject' '--province'\t'Provinces (ST) of the subject' '--street-address'\t'Street addresses of the subject' '--postal-code'\t'Postal codes of the subject' '--serial-number'\t'Serial number in the subject, not the certificate\'s' '--add-basic-constraints'\t'Request CA true explicitly, for old signers' '--no-add-basic-constraints'\t'Not: Request CA true explicitly, for old signers' '--key-name'\t'Unique name of the new key' '--signature-bits'\t'SHA-2 bits: 256, 384, 512; 0: by key' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki intermediate set-signed'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--certificate'\t'Signed certificate and chain in PEM: @FILE or -' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki issue'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--common-name'\t'Common name, required unless require_cn is false' '--alt-names'\t'More host names or email addresses' '--ip-sans'\t'IP addresses' '--uri-sans'\t'URIs' '--other-sans'\t'Custom names that the role allows: <oid>;UTF8:<value>' '--ttl'\t'Validity; not above the role\'s max_ttl' '--format'\t'Encoding of certificate and key in the reply' '--private-key-format'\t'Encoding of the key, not in a pem_bundle' '--exclude-cn-from-sans'\t'Omit the common name from alternative names' '--no-exclude-cn-from-sans'\t'Not: Omit the common name from alternative names' '--not-after'\t'End of validity in UTC, to the second' '--serial-number'\t'Serial number in the subject, not the certificate\'s' '--key-type'\t'Algorithm of the key, for roles of any' '--key-bits'\t'Key size: rsa 2048, 3072, 4096; ec 224-521' '--not-before'\t'Start of validity in UTC, to the second' '--user-ids'\t'User IDs (UID) of the subject' '--remove-roots-from-chain'\t'Leave roots out of the reply\'s chain' '--no-remove-roots-from-chain'\t'Not: Leave roots out of the reply\'s chain' '--layout'\t'Files of --out: separate, or for a server' '--store-password-from'\t'Password of the key store (layout pkcs12)' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki issuer list'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki issuer show'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki revoke'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki role write'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--ttl'\t'Validity of issued certificates' '--max-ttl'\t'Longest validity' '--allow-localhost'\t'Allow localhost as a common name' '--no-allow-localhost'\t'Not: Allow localhost as a common name' '--allowed-domains'\t'Domains that the other --allow flags refer to' '--allowed-domains-template'\t'Allow templates of access policies in allowed domains' '--no-allowed-domains-template'\t'Not: Allow templates of access policies in allowed domains' '--allow-bare-domains'\t'Allow an allowed domain itself' '--no-allow-bare-domains'\t'Not: Allow an allowed domain itself' '--allow-subdomains'\t'Allow names below an allowed domain, including wildcards' '--no-allow-subdomains'\t'Not: Allow names below an allowed domain, including wildcards' '--allow-glob-domains'\t'Allow globs in allowed domains, across labels' '--no-allow-glob-domains'\t'Not: Allow globs in allowed domains, across labels' '--allow-wildcard-certificates'\t'Allow a wildcard in the left-most label' '--no-allow-wildcard-certificates'\t'Not: Allow a wildcard in the left-most label' '--allow-any-name'\t'Allow any common name, whatever the allowed domains' '--no-allow-any-name'\t'Not: Allow any common name, whatever the allowed domains' '--enforce-hostnames'\t'Require valid host names in names and emails' '--no-enforce-hostnames'\t'Not: Require valid host names in names and emails' '--allow-ip-sans'\t'Allow IP addresses as alternative names' '--no-allow-ip-sans'\t'Not: Allow IP addresses as alternative names' '--allowed-uri-sans'\t'URIs allowed as alternative names, with globs' '--allowed-uri-sans-template'\t'Allow templates of access policies in allowed URIs' '--no-allowed-uri-sans-template'\t'Not: Allow templates of access policies in allowed URIs' '--allowed-other-sans'\t'Custom names to allow: <oid>;UTF8:<value or *>, or *' '--allowed-serial-numbers'\t'Subject serial numbers to allow, with globs' '--server-flag'\t'Extended key usage: server authentication' '--no-server-flag'\t'Not: Extended key usage: server authentication' '--client-flag'\t'Extended key usage: client authentication' '--no-client-flag'\t'Not: Extended key usage: client authentication' '--code-signing-flag'\t'Extended key usage: code signing' '--no-code-signing-flag'\t'Not: Extended key usage: code signing' '--email-protection-flag'\t'Extended key usage: email protection' '--no-email-protection-flag'\t'Not: Extended key usage: email protection' '--key-type'\t'Algorithm of keys; any: only for signing requests' '--key-bits'\t'Key size: rsa 2048, 3072, 4096; ec 224-521' '--signature-bits'\t'SHA-2 bits: 256, 384, 512; 0: by key' '--key-usage'\t'Key usages (case-insensitive); an empty list allows any' '--ext-key-usage'\t'Extended key usages (case-insensitive)' '--ext-key-usage-oids'\t'Extended key usages by OID' '--use-csr-common-name'\t'Sign with the common name of the request' '--no-use-csr-common-name'\t'Not: Sign with the common name of the request' '--use-csr-sans'\t'Sign with the alternative names of the request' '--no-use-csr-sans'\t'Not: Sign with the alternative names of the request' '--ou'\t'Organizational units (OU) of the subject' '--organization'\t'Organizations (O) of the subject' '--country'\t'Countries (C) of the subject' '--locality'\t'Localities (L) of the subject' '--province'\t'Provinces (ST) of the subject' '--street-address'\t'Street addresses of the subject' '--postal-code'\t'Postal codes of the subject' '--generate-lease'\t'Attach leases to issued certificates' '--no-generate-lease'\t'Not: Attach leases to issued certificates' '--no-store'\t'Issue certificates without storing them' '--require-cn'\t'Require a common name' '--no-require-cn'\t'Not: Require a common name' '--policy-identifiers'\t'Policy OIDs' '--basic-constraints-valid-for-non-ca'\t'Mark basic constraints valid in leaf certificates' '--no-basic-constraints-valid-for-non-ca'\t'Not: Mark basic constraints valid in leaf certificates' '--not-before-duration'\t'Backdate the start of validity by this' '--not-after'\t'End of validity in UTC, to the second' '--issuer-ref'\t'Issuer that signs: a name or an ID' '--use-pss'\t'Sign with RSA-PSS' '--no-use-pss'\t'Not: Sign with RSA-PSS' '--cn-validations'\t'How the common name is validated' '--allowed-user-ids'\t'User IDs to allow, with globs' '--allowed-ip-sans-cidr'\t'Networks of allowed IP addresses' '--allow-globs-in-identity-templates'\t'Allow globs in values of identity templates' '--no-allow-globs-in-identity-templates'\t'Not: Allow globs in values of identity templates' '--not-before'\t'Start of validity in UTC, to the second' '--not-before-bound'\t'Which starts of validity requests may name' '--not-after-bound'\t'Which ends of validity requests may name' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki role update'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--ttl'\t'Validity of issued certificates' '--max-ttl'\t'Longest validity' '--allow-localhost'\t'Allow localhost as a common name' '--no-allow-localhost'\t'Not: Allow localhost as a common name' '--allowed-domains'\t'Domains that the other --allow flags refer to' '--allowed-domains-template'\t'Allow templates of access policies in allowed domains' '--no-allowed-domains-template'\t'Not: Allow templates of access policies in allowed domains' '--allow-bare-domains'\t'Allow an allowed domain itself' '--no-allow-bare-domains'\t'Not: Allow an allowed domain itself' '--allow-subdomains'\t'Allow names below an allowed domain, including wildcards' '--no-allow-subdomains'\t'Not: Allow names below an allowed domain, including wildcards' '--allow-glob-domains'\t'Allow globs in allowed domains, across labels' '--no-allow-glob-domains'\t'Not: Allow globs in allowed domains, across labels' '--allow-wildcard-certificates'\t'Allow a wildcard in the left-most label' '--no-allow-wildcard-certificates'\t'Not: Allow a wildcard in the left-most label' '--allow-any-name'\t'Allow any common name, whatever the allowed domains' '--no-allow-any-name'\t'Not: Allow any common name, whatever the allowed domains' '--enforce-hostnames'\t'Require valid host names in names and emails' '--no-enforce-hostnames'\t'Not: Require valid host names in names and emails' '--allow-ip-sans'\t'Allow IP addresses as alternative names' '--no-allow-ip-sans'\t'Not: Allow IP addresses as alternative names' '--allowed-uri-sans'\t'URIs allowed as alternative names, with globs' '--allowed-uri-sans-template'\t'Allow templates of access policies in allowed URIs' '--no-allowed-uri-sans-template'\t'Not: Allow templates of access policies in allowed URIs' '--allowed-other-sans'\t'Custom names to allow: <oid>;UTF8:<value or *>, or *' '--allowed-serial-numbers'\t'Subject serial numbers to allow, with globs' '--server-flag'\t'Extended key usage: server authentication' '--no-server-flag'\t'Not: Extended key usage: server authentication' '--client-flag'\t'Extended key usage: client authentication' '--no-client-flag'\t'Not: Extended key usage: client authentication' '--code-signing-flag'\t'Extended key usage: code signing' '--no-code-signing-flag'\t'Not: Extended key usage: code signing' '--email-protection-flag'\t'Extended key usage: email protection' '--no-email-protection-flag'\t'Not: Extended key usage: email protection' '--key-type'\t'Algorithm of keys; any: only for signing requests' '--key-bits'\t'Key size: rsa 2048, 3072, 4096; ec 224-521' '--signature-bits'\t'SHA-2 bits: 256, 384, 512; 0: by key' '--key-usage'\t'Key usages (case-insensitive); an empty list allows any' '--ext-key-usage'\t'Extended key usages (case-insensitive)' '--ext-key-usage-oids'\t'Extended key usages by OID' '--use-csr-common-name'\t'Sign with the common name of the request' '--no-use-csr-common-name'\t'Not: Sign with the common name of the request' '--use-csr-sans'\t'Sign with the alternative names of the request' '--no-use-csr-sans'\t'Not: Sign with the alternative names of the request' '--ou'\t'Organizational units (OU) of the subject' '--organization'\t'Organizations (O) of the subject' '--country'\t'Countries (C) of the subject' '--locality'\t'Localities (L) of the subject' '--province'\t'Provinces (ST) of the subject' '--street-address'\t'Street addresses of the subject' '--postal-code'\t'Postal codes of the subject' '--generate-lease'\t'Attach leases to issued certificates' '--no-generate-lease'\t'Not: Attach leases to issued certificates' '--no-store'\t'Issue certificates without storing them' '--require-cn'\t'Require a common name' '--no-require-cn'\t'Not: Require a common name' '--policy-identifiers'\t'Policy OIDs' '--basic-constraints-valid-for-non-ca'\t'Mark basic constraints valid in leaf certificates' '--no-basic-constraints-valid-for-non-ca'\t'Not: Mark basic constraints valid in leaf certificates' '--not-before-duration'\t'Backdate the start of validity by this' '--not-after'\t'End of validity in UTC, to the second' '--issuer-ref'\t'Issuer that signs: a name or an ID' '--use-pss'\t'Sign with RSA-PSS' '--no-use-pss'\t'Not: Sign with RSA-PSS' '--cn-validations'\t'How the common name is validated' '--allowed-user-ids'\t'User IDs to allow, with globs' '--allowed-ip-sans-cidr'\t'Networks of allowed IP addresses' '--allow-globs-in-identity-templates'\t'Allow globs in values of identity templates' '--no-allow-globs-in-identity-templates'\t'Not: Allow globs in values of identity templates' '--not-before'\t'Start of validity in UTC, to the second' '--not-before-bound'\t'Which starts of validity requests may name' '--not-after-bound'\t'Which ends of validity requests may name' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki role show'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki role list'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki role delete'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki root generate'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--key-type'\t'Algorithm of the key' '--key-bits'\t'Key size: rsa 2048, 3072, 4096; ec 224-521' '--managed-key-name'\t'Name of the managed key, for kms' '--managed-key-id'\t'UUID of the managed key, for kms' '--common-name'\t'Common name of the certificate' '--alt-names'\t'More host names or email addresses' '--ip-sans'\t'IP addresses' '--uri-sans'\t'URIs' '--other-sans'\t'Custom names that the role allows: <oid>;UTF8:<value>' '--ttl'\t'Validity; within the maximum of mount and system' '--format'\t'Encoding of certificate and key in the reply' '--private-key-format'\t'Encoding of the key, not in a pem_bundle' '--max-path-length'\t'CA levels allowed below; -1: no own limit' '--exclude-cn-from-sans'\t'Omit the common name from alternative names' '--no-exclude-cn-from-sans'\t'Not: Omit the common name from alternative names' '--permitted-dns-domains'\t'Domains (with subdomains) allowed in certificates below' '--ou'\t'Organizational units (OU) of the subject' '--organization'\t'Organizations (O) of the subject' '--country'\t'Countries (C) of the subject' '--locality'\t'Localities (L) of the subject' '--province'\t'Provinces (ST) of the subject' '--street-address'\t'Street addresses of the subject' '--postal-code'\t'Postal codes of the subject' '--serial-number'\t'Serial number in the subject, not the certificate\'s' '--not-after'\t'End of validity in UTC, to the second' '--issuer-name'\t'Unique name of the new issuer' '--key-name'\t'Unique name of the new key' '--not-before'\t'Start of validity in UTC, to the second' '--not-before-duration'\t'Backdate the start of validity by this' '--signature-bits'\t'SHA-2 bits: 256, 384, 512; 0: by key' '--use-pss'\t'Sign with RSA-PSS' '--no-use-pss'\t'Not: Sign with RSA-PSS' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki root delete'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki root sign-intermediate'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--csr'\t'Certificate request in PEM or DER: @FILE or -' '--common-name'\t'Common name of the certificate' '--alt-names'\t'More host names or email addresses' '--ip-sans'\t'IP addresses' '--uri-sans'\t'URIs' '--other-sans'\t'Custom names that the role allows: <oid>;UTF8:<value>' '--ttl'\t'Validity; may outlast the signing CA' '--format'\t'Encoding of certificate and key in the reply' '--max-path-length'\t'CA levels allowed below; -1: no own limit' '--exclude-cn-from-sans'\t'Omit the common name from alternative names' '--no-exclude-cn-from-sans'\t'Not: Omit the common name from alternative names' '--use-csr-values'\t'Keep subject, names and extensions of the request' '--no-use-csr-values'\t'Not: Keep subject, names and extensions of the request' '--permitted-dns-domains'\t'Domains (with subdomains) allowed in certificates below' '--ou'\t'Organizational units (OU) of the subject' '--organization'\t'Organizations (O) of the subject' '--country'\t'Countries (C) of the subject' '--locality'\t'Localities (L) of the subject' '--province'\t'Provinces (ST) of the subject' '--street-address'\t'Street addresses of the subject' '--postal-code'\t'Postal codes of the subject' '--serial-number'\t'Serial number in the subject, not the certificate\'s' '--not-after'\t'End of validity in UTC, to the second' '--issuer-ref'\t'Issuer that signs: a name or an ID' '--issuer-name'\t'Unique name of the new issuer' '--not-before'\t'Start of validity in UTC, to the second' '--not-before-duration'\t'Backdate the start of validity by this' '--signature-bits'\t'SHA-2 bits: 256, 384, 512; 0: by key' '--use-pss'\t'Sign with RSA-PSS' '--no-use-pss'\t'Not: Sign with RSA-PSS' '--skid'\t'Subject key identifier, in hex' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki root sign-self-issued'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--certificate'\t'Self-issued CA certificate in PEM: @FILE or -' '--require-matching-certificate-algorithms'\t'Refuse a certificate with another key algorithm' '--no-require-matching-certificate-algorithms'\t'Not: Refuse a certificate with another key algorithm' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki sign'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--csr'\t'Certificate request in PEM or DER: @FILE or -' '--common-name'\t'Common name of the certificate' '--alt-names'\t'More host names or email addresses' '--ip-sans'\t'IP addresses' '--uri-sans'\t'URIs' '--other-sans'\t'Custom names that the role allows: <oid>;UTF8:<value>' '--ttl'\t'Validity; not above the role\'s max_ttl' '--format'\t'Encoding of certificate and key in the reply' '--exclude-cn-from-sans'\t'Omit the common name from alternative names' '--no-exclude-cn-from-sans'\t'Not: Omit the common name from alternative names' '--not-after'\t'End of validity in UTC, to the second' '--serial-number'\t'Serial number in the subject, not the certificate\'s' '--not-before'\t'Start of validity in UTC, to the second' '--user-ids'\t'User IDs (UID) of the subject' '--remove-roots-from-chain'\t'Leave roots out of the reply\'s chain' '--no-remove-roots-from-chain'\t'Not: Leave roots out of the reply\'s chain' '--layout'\t'Files of --out: separate, or for a server' '--store-password-from'\t'Password of the key store (layout pkcs12)' '--new-key'\t'Make the key here (RSA: 2048-4096)' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki renew'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--role'\t'Name of the role' '--common-name'\t'Common name of the certificate' '--alt-names'\t'More host names or email addresses' '--ip-sans'\t'IP addresses' '--uri-sans'\t'URIs' '--other-sans'\t'Custom names that the role allows: <oid>;UTF8:<value>' '--ttl'\t'Validity; not above the role\'s max_ttl' '--exclude-cn-from-sans'\t'Omit the common name from alternative names' '--no-exclude-cn-from-sans'\t'Not: Omit the common name from alternative names' '--not-after'\t'End of validity in UTC, to the second' '--serial-number'\t'Serial number in the subject, not the certificate\'s' '--not-before'\t'Start of validity in UTC, to the second' '--user-ids'\t'User IDs (UID) of the subject' '--remove-roots-from-chain'\t'Leave roots out of the reply\'s chain' '--no-remove-roots-from-chain'\t'Not: Leave roots out of the reply\'s chain' '--layout'\t'Files of a new folder' '--store-password-from'\t'Password of the key store (layout pkcs12)' '--new-key'\t'Kind of the new key (RSA: 2048-4096)' '--ca-mount'\t'Mounts of the CAs above it' '--before'\t'Remaining validity (share or time) that triggers renewal' '--reuse-key'\t'Keep the current key' '--change-names'\t'Renew for the names of the flags instead' '--exec'\t'Command to run after a renewal' '--jitter'\t'Longest random wait before a renewal' '--detailed-exitcode'\t'Exit 11 when renewed, 12 when --exec failed' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service'
        case 'pki sign-verbatim'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--csr'\t'Certificate request in PEM or DER: @FILE or -' '--key-usage'\t'Key usages (case-insensitive); an empty list allows any' '--ext-key-usage'\t'Extended key usages (case-insensitive)' '--ext-key-usage-oids'\t'Extended key usages by OID' '--ttl'\t'Validity; not above the mount\'s max_ttl' '--format'\t'Encoding of certificate and key in the reply' '--not-after'\t'End of validity in UTC, to the second' '--issuer-ref'\t'Issuer that signs: a name or an ID' '--signature-bits'\t'SHA-2 bits: 256, 384, 512; 0: by key' '--use-pss'\t'Sign with RSA-PSS' '--no-use-pss'\t'Not: Sign with RSA-PSS' '--remove-roots-from-chain'\t'Leave roots out of the reply\'s chain' '--no-remove-roots-from-chain'\t'Not: Leave roots out of the reply\'s chain' '--basic-constraints-valid-for-non-ca'\t'Mark basic constraints valid in leaf certificates' '--no-basic-constraints-valid-for-non-ca'\t'Not: Mark basic constraints valid in leaf certificates' '--layout'\t'Files of --out: separate, or for a server' '--store-password-from'\t'Password of the key store (layout pkcs12)' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki tidy'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--tidy-cert-store'\t'Remove expired certificates from the store' '--no-tidy-cert-store'\t'Not: Remove expired certificates from the store' '--tidy-revoked-certs'\t'Remove invalid and expired entries of revoked certificates' '--no-tidy-revoked-certs'\t'Not: Remove invalid and expired entries of revoked certificates' '--safety-buffer'\t'Time to keep certificates after their expiry' '--tidy-revoked-cert-issuer-associations'\t'Record the issuers of revoked certificates' '--no-tidy-revoked-cert-issuer-associations'\t'Not: Record the issuers of revoked certificates' '--tidy-expired-issuers'\t'Remove expired issuers; their keys stay' '--no-tidy-expired-issuers'\t'Not: Remove expired issuers; their keys stay' '--tidy-move-legacy-ca-bundle'\t'Move the CA bundle of old versions' '--no-tidy-move-legacy-ca-bundle'\t'Not: Move the CA bundle of old versions' '--tidy-acme'\t'Remove unused ACME accounts and orders' '--no-tidy-acme'\t'Not: Remove unused ACME accounts and orders' '--tidy-invalid-certs'\t'Remove certificates that cannot be read' '--no-tidy-invalid-certs'\t'Not: Remove certificates that cannot be read' '--issuer-safety-buffer'\t'Time to keep issuers after their expiry' '--acme-account-safety-buffer'\t'Time to keep unused ACME accounts' '--revoked-safety-buffer'\t'Time to keep revocations after their expiry' '--pause-duration'\t'Pause between two certificates' '--page-size'\t'Certificates that are read at once' '--wait'\t'Wait for the end and show progress' '--wait-timeout'\t'Give up waiting after this long' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki tidy-status'
            printf '%s\n' '--mount'\t'Path at which the certificate engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'pki guard'
            printf '%s\n' '--retry'\t'Try endpoints again that are held' '--parallel'\t'Endpoints at once' '--detailed-exitcode'\t'Exit 11 when renewed, reloaded or due' '--namespace'\t'Namespace of the secrets service'
        case 'pki inspect'
            printf '%s\n' '--password'\t'Password of a key store' '--server-name'\t'Name to ask a server for (SNI)' '--mount'\t'Mount of the PKI engine' '--namespace'\t'Namespace of the secrets service'
        case 'pki verify'
            printf '%s\n' '--purpose'\t'Purpose that it must be for' '--host'\t'Host names or addresses it must be for' '--at'\t'Time at which it must be valid' '--trust'\t'File of the CA certificates to trust' '--crl'\t'Revocation list file, instead of the mount' '--revocation'\t'Whether revocation must be known' '--password'\t'Password of a key store' '--server-name'\t'Name to ask a server for (SNI)' '--strict'\t'Treat warnings as problems' '--mount'\t'Mount of the PKI engine' '--ca-mount'\t'Mounts of the CAs above it' '--namespace'\t'Namespace of the secrets service'
        case 'pki inventory'
            printf '%s\n' '--mount'\t'Mounts of the PKI engine' '--expires-within'\t'Only certificates that end this soon' '--where'\t'Only certificates that satisfy \'FIELD OP VALUE\'; repeatable' '--check-revocation'\t'Read certificates whose revocation is unknown' '--whole'\t'Read every certificate completely' '--calendar'\t'Draw what ends when' '--parallel'\t'Requests in flight at once' '--detailed-exitcode'\t'Exit 11 when a listed certificate is due' '--namespace'\t'Namespace of the secrets service'
        case 'cloud config set'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--max-retries'\t'Retries of recoverable errors; -1: the SDK default' '--access-key'\t'Access key ID' '--secret-key'\t'Secret access key: @file, - or env:NAME' '--role-arn'\t'Role to assume for identity federation (Enterprise)' '--identity-token-audience'\t'Audience of plugin identity tokens (Enterprise)' '--identity-token-ttl'\t'Lifetime of plugin identity tokens (Enterprise)' '--region'\t'Region of the provider' '--iam-endpoint'\t'Custom HTTP endpoint of the identity service' '--sts-endpoint'\t'Custom HTTP endpoint of the token service' '--username-template'\t'Template of dynamic user names' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud config show'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud config rotate-root'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud lease set'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--lease'\t'Lease of new credentials' '--lease-max'\t'Longest lease, including renewals' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud lease show'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud role write'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--credential-type'\t'Kind of credentials that the role gives' '--role-arns'\t'ARNs of roles to assume, for assumed_role' '--policy-arns'\t'Managed policies to attach, or to filter by' '--policy-document'\t'Policy document (JSON), used like the policies' '--iam-groups'\t'Groups whose policies apply; created users join them' '--iam-tags'\t'Tags of created users' '--default-sts-ttl'\t'Lifetime if a request gives none (assumed_role, federation_token)' '--max-sts-ttl'\t'Upper limit of lifetimes (assumed_role, federation_token)' '--user-path'\t'Path of created users (iam_user)' '--permissions-boundary-arn'\t'Permissions boundary of created users (iam_user)' '--mfa-serial-number'\t'ARN or number of the MFA device' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud role update'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--credential-type'\t'Kind of credentials that the role gives' '--role-arns'\t'ARNs of roles to assume, for assumed_role' '--policy-arns'\t'Managed policies to attach, or to filter by' '--policy-document'\t'Policy document (JSON), used like the policies' '--iam-groups'\t'Groups whose policies apply; created users join them' '--iam-tags'\t'Tags of created users' '--default-sts-ttl'\t'Lifetime if a request gives none (assumed_role, federation_token)' '--max-sts-ttl'\t'Upper limit of lifetimes (assumed_role, federation_token)' '--user-path'\t'Path of created users (iam_user)' '--permissions-boundary-arn'\t'Permissions boundary of created users (iam_user)' '--mfa-serial-number'\t'ARN or number of the MFA device' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud role show'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud role list'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud role delete'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud creds'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--role-arn'\t'ARN to assume, if the role has several' '--role-session-name'\t'Session name, truncated to 64 characters' '--ttl'\t'Lifetime of tokens; not for iam_user' '--mfa-code'\t'One-time code, if the role requires MFA' '--keep-token'\t'Leave the services\' tokens in COMMAND\'s environment' '--map'\t'Give COMMAND only these fields of the reply' '--env-prefix'\t'Text before the names of COMMAND\'s variables' '--cache'\t'Keep one credential between runs of credential-process' '--refresh'\t'Replace the cached credential now' '--min-ttl'\t'Replace a cached credential that expires sooner' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud sts'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--role-arn'\t'ARN to assume, if the role has several' '--role-session-name'\t'Session name, truncated to 64 characters' '--ttl'\t'Lifetime of tokens; not for iam_user' '--mfa-code'\t'One-time code, if the role requires MFA' '--keep-token'\t'Leave the services\' tokens in COMMAND\'s environment' '--map'\t'Give COMMAND only these fields of the reply' '--env-prefix'\t'Text before the names of COMMAND\'s variables' '--cache'\t'Keep one credential between runs of credential-process' '--refresh'\t'Replace the cached credential now' '--min-ttl'\t'Replace a cached credential that expires sooner' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud static-role list'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud static-role write'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--username'\t'Existing user whose key is managed' '--rotation-period'\t'Time between rotations, at least 1 minute' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud static-role update'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--rotation-period'\t'Time between rotations, at least 1 minute' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud static-role show'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud static-role delete'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'cloud static-creds'
            printf '%s\n' '--mount'\t'Path at which the cloud engine is enabled' '--keep-token'\t'Leave the services\' tokens in COMMAND\'s environment' '--map'\t'Give COMMAND only these fields of the reply' '--env-prefix'\t'Text before the names of COMMAND\'s variables' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap config set'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--binddn'\t'DN of the bind account' '--bindpass'\t'Password of the bind account: @file, - or env:NAME' '--ldap-url'\t'Server URL, or a comma-separated list' '--password-policy'\t'Existing policy that generates passwords' '--schema'\t'Schema of the directory' '--userdn'\t'Base DN to search for managed users' '--userattr'\t'Attribute to search users by' '--upndomain'\t'Domain of the UPN [binddn]@[upndomain] for authentication' '--request-timeout'\t'Time limit of a directory request' '--starttls'\t'Issue StartTLS on an unencrypted connection' '--no-starttls'\t'Not: Issue StartTLS on an unencrypted connection' '--insecure-tls'\t'Skip verification of the directory\'s certificate' '--no-insecure-tls'\t'Not: Skip verification of the directory\'s certificate' '--certificate'\t'CA certificate of the directory, PEM' '--client-tls-cert'\t'Client certificate, PEM' '--client-tls-key'\t'Key of the client certificate, PEM' '--skip-static-role-import-rotation'\t'Keep current passwords when static roles are created' '--no-skip-static-role-import-rotation'\t'Not: Keep current passwords when static roles are created' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap config show'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap config delete'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap rotate-root'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap static-role list'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap static-role write'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--username'\t'Entry, found by userattr below userdn' '--dn'\t'DN of the entry; overrides the user name' '--rotation-period'\t'Time between rotations, at least 5 seconds' '--skip-import-rotation'\t'Keep the current password of a new role' '--no-skip-import-rotation'\t'Not: Keep the current password of a new role' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap static-role update'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--rotation-period'\t'Time between rotations, at least 5 seconds' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap static-role show'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap static-role delete'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap static-role rotate'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap static-cred'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--keep-token'\t'Leave the services\' tokens in COMMAND\'s environment' '--map'\t'Give COMMAND only these fields of the reply' '--env-prefix'\t'Text before the names of COMMAND\'s variables' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap role list'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap role show'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap role write'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--creation-ldif'\t'LDIF that creates the entry' '--deletion-ldif'\t'LDIF that deletes the entry' '--rollback-ldif'\t'LDIF that undoes a failed creation (recommended)' '--username-template'\t'Template of .Username' '--default-ttl'\t'Lease of new credentials' '--max-ttl'\t'Longest lease, within the mount\'s maximum' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap role update'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--creation-ldif'\t'LDIF that creates the entry' '--deletion-ldif'\t'LDIF that deletes the entry' '--rollback-ldif'\t'LDIF that undoes a failed creation (recommended)' '--username-template'\t'Template of .Username' '--default-ttl'\t'Lease of new credentials' '--max-ttl'\t'Longest lease, within the mount\'s maximum' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap role delete'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap creds'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--keep-token'\t'Leave the services\' tokens in COMMAND\'s environment' '--map'\t'Give COMMAND only these fields of the reply' '--env-prefix'\t'Text before the names of COMMAND\'s variables' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap library list'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap library write'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--service-account-names'\t'Accounts that can be borrowed' '--ttl'\t'Longest single check-out; 0: unlimited' '--max-ttl'\t'Longest check-out, including renewals; 0: unlimited' '--disable-check-in-enforcement'\t'Let anyone check in, not only the borrower' '--no-disable-check-in-enforcement'\t'Not: Let anyone check in, not only the borrower' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap library update'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--service-account-names'\t'Accounts that can be borrowed' '--ttl'\t'Longest single check-out; 0: unlimited' '--max-ttl'\t'Longest check-out, including renewals; 0: unlimited' '--disable-check-in-enforcement'\t'Let anyone check in, not only the borrower' '--no-disable-check-in-enforcement'\t'Not: Let anyone check in, not only the borrower' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap library show'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap library delete'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap library status'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap library check-out'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--ttl'\t'Longest time to keep it; 0: unlimited' '--wait'\t'Retry while no account is available' '--wait-timeout'\t'Give up waiting after this long' '--keep-token'\t'Leave the services\' tokens in COMMAND\'s environment' '--map'\t'Give COMMAND only these fields of the reply' '--env-prefix'\t'Text before the names of COMMAND\'s variables' '--release-unproven'\t'Give back even what nothing proves ours' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap library check-in'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--lease-id'\t'End this lease of the check-out too' '--borrower'\t'Only what the token with this hash borrowed' '--every-account'\t'Check in all borrowed accounts of the set' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'ldap library manage check-in'
            printf '%s\n' '--mount'\t'Path at which the directory engine is enabled' '--every-account'\t'Check in all borrowed accounts of the set' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'job list'
            printf '%s\n' '--prefix'\t'Only jobs whose ID starts with this' '--next-token'\t'Read only the page starting at this token' '--per-page'\t'Jobs per page; 0: all in one reply' '--filter'\t'Filter expression: \'Type == "batch" and Status == "running"\'' '--meta'\t'Include each job\'s meta key-value pairs' '--no-meta'\t'Not: Include each job\'s meta key-value pairs' '--reverse'\t'List in descending order' '--no-reverse'\t'Not: List in descending order' '--stale'\t'Accept replies of servers that lag behind' '--no-stale'\t'Not: Accept replies of servers that lag behind' '--watch'\t'Show every change until Ctrl-C or --timeout' '--until'\t'End the watch when an item satisfies this' '--or-now'\t'Count rows that satisfy it at the start' '--sort'\t'Order; a leading - reverses it' '--limit'\t'Stop after this many jobs' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job show'
            printf '%s\n' '--stale'\t'Accept replies of servers that lag behind' '--no-stale'\t'Not: Accept replies of servers that lag behind' '--watch'\t'Show every change until Ctrl-C or --timeout' '--until'\t'End the watch when an item satisfies this' '--or-now'\t'Count rows that satisfy it at the start' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job status'
            printf '%s\n' '--watch'\t'Show every change until Ctrl-C or --timeout' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job register'
            printf '%s\n' '--submission'\t'Original source to keep with the version' '--enforce-index'\t'Register only at --check-index, which implies this flag' '--no-enforce-index'\t'Not: Register only at --check-index, which implies this flag' '--eval-priority'\t'Priority of the evaluation' '--check-index'\t'JobModifyIndex to require; 0: only a new job' '--policy-override'\t'Bypass soft-mandatory policies' '--no-policy-override'\t'Not: Bypass soft-mandatory policies' '--preserve-counts'\t'Keep the current counts of existing task groups' '--no-preserve-counts'\t'Not: Keep the current counts of existing task groups' '--var'\t'Set an HCL2 variable' '--var-file'\t'Set HCL2 variables from a file' '--wait'\t'Wait for the result of the change' '--wait-timeout'\t'Give up waiting after this long' '--for'\t'What to wait for' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job update'
            printf '%s\n' '--submission'\t'Original source to keep with the version' '--enforce-index'\t'Register only at --check-index, which implies this flag' '--no-enforce-index'\t'Not: Register only at --check-index, which implies this flag' '--eval-priority'\t'Priority of the evaluation' '--check-index'\t'JobModifyIndex to require; 0: only a new job' '--policy-override'\t'Bypass soft-mandatory policies' '--no-policy-override'\t'Not: Bypass soft-mandatory policies' '--var'\t'Set an HCL2 variable' '--var-file'\t'Set HCL2 variables from a file' '--wait'\t'Wait for the result of the change' '--wait-timeout'\t'Give up waiting after this long' '--for'\t'What to wait for' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job plan'
            printf '%s\n' '--job-id'\t'Job to plan for' '--diff'\t'Show what would change; --no-diff omits it' '--no-diff'\t'Not: Show what would change; --no-diff omits it' '--policy-override'\t'Bypass soft-mandatory policies' '--no-policy-override'\t'Not: Bypass soft-mandatory policies' '--var'\t'Set an HCL2 variable' '--var-file'\t'Set HCL2 variables from a file' '--detailed-exitcode'\t'Exit 11 on changes, 12 when placement fails' '--full'\t'Show every field of added and removed objects' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job parse'
            printf '%s\n' '--canonicalize'\t'Fill unset fields with defaults' '--no-canonicalize'\t'Not: Fill unset fields with defaults' '--variables'\t'HCL2 variables in var-file format' '--variable-flags'\t'Variables as key=value, sent as they are' '--hcl-v1'\t'Use the legacy parser' '--no-hcl-v1'\t'Not: Use the legacy parser' '--var'\t'Set an HCL2 variable' '--var-file'\t'Set HCL2 variables from a file' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job submission'
            printf '%s\n' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job versions'
            printf '%s\n' '--diffs'\t'Include what each version changed' '--no-diffs'\t'Not: Include what each version changed' '--stale'\t'Accept replies of servers that lag behind' '--no-stale'\t'Not: Accept replies of servers that lag behind' '--watch'\t'Show every change until Ctrl-C or --timeout' '--until'\t'End the watch when an item satisfies this' '--or-now'\t'Count rows that satisfy it at the start' '--sort'\t'Order; a leading - reverses it' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job allocations'
            printf '%s\n' '--all'\t'Include records of deregistered jobs with this ID' '--no-all'\t'Not: Include records of deregistered jobs with this ID' '--stale'\t'Accept replies of servers that lag behind' '--no-stale'\t'Not: Accept replies of servers that lag behind' '--watch'\t'Show every change until Ctrl-C or --timeout' '--until'\t'End the watch when an item satisfies this' '--or-now'\t'Count rows that satisfy it at the start' '--sort'\t'Order; a leading - reverses it' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job evaluations'
            printf '%s\n' '--stale'\t'Accept replies of servers that lag behind' '--no-stale'\t'Not: Accept replies of servers that lag behind' '--watch'\t'Show every change until Ctrl-C or --timeout' '--until'\t'End the watch when an item satisfies this' '--or-now'\t'Count rows that satisfy it at the start' '--sort'\t'Order; a leading - reverses it' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job deployments'
            printf '%s\n' '--all'\t'Include records of deregistered jobs with this ID' '--no-all'\t'Not: Include records of deregistered jobs with this ID' '--stale'\t'Accept replies of servers that lag behind' '--no-stale'\t'Not: Accept replies of servers that lag behind' '--watch'\t'Show every change until Ctrl-C or --timeout' '--until'\t'End the watch when an item satisfies this' '--or-now'\t'Count rows that satisfy it at the start' '--sort'\t'Order; a leading - reverses it' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job deployment'
            printf '%s\n' '--stale'\t'Accept replies of servers that lag behind' '--no-stale'\t'Not: Accept replies of servers that lag behind' '--watch'\t'Show every change until Ctrl-C or --timeout' '--until'\t'End the watch when an item satisfies this' '--or-now'\t'Count rows that satisfy it at the start' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job summary'
            printf '%s\n' '--stale'\t'Accept replies of servers that lag behind' '--no-stale'\t'Not: Accept replies of servers that lag behind' '--watch'\t'Show every change until Ctrl-C or --timeout' '--until'\t'End the watch when an item satisfies this' '--or-now'\t'Count rows that satisfy it at the start' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job scale-status'
            printf '%s\n' '--stale'\t'Accept replies of servers that lag behind' '--no-stale'\t'Not: Accept replies of servers that lag behind' '--watch'\t'Show every change until Ctrl-C or --timeout' '--until'\t'End the watch when an item satisfies this' '--or-now'\t'Count rows that satisfy it at the start' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job services'
            printf '%s\n' '--stale'\t'Accept replies of servers that lag behind' '--no-stale'\t'Not: Accept replies of servers that lag behind' '--watch'\t'Show every change until Ctrl-C or --timeout' '--until'\t'End the watch when an item satisfies this' '--or-now'\t'Count rows that satisfy it at the start' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job actions'
            printf '%s\n' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job dispatch'
            printf '%s\n' '--idempotency-token'\t'Text that prevents a second dispatch' '--id-prefix-template'\t'Prefix of the dispatched job\'s ID' '--payload'\t'Payload: text, @file, or - for standard input' '--meta'\t'Meta of the instance' '--wait'\t'Wait for the result of the change' '--wait-timeout'\t'Give up waiting after this long' '--for'\t'What to wait for' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job periodic force'
            printf '%s\n' '--wait'\t'Wait for the result of the change' '--wait-timeout'\t'Give up waiting after this long' '--for'\t'What to wait for' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job scale'
            printf '%s\n' '--message'\t'Reason, stored with the scaling event' '--error'\t'Failure to record instead of a count' '--meta'\t'JSON stored with the scaling event' '--policy-override'\t'Bypass soft-mandatory policies' '--no-policy-override'\t'Not: Bypass soft-mandatory policies' '--wait'\t'Wait for the result of the change' '--wait-timeout'\t'Give up waiting after this long' '--for'\t'What to wait for' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job evaluate'
            printf '%s\n' '--force-reschedule'\t'Reschedule failed allocations now, ignoring limit and delay' '--no-force-reschedule'\t'Not: Reschedule failed allocations now, ignoring limit and delay' '--wait'\t'Wait for the result of the change' '--wait-timeout'\t'Give up waiting after this long' '--for'\t'What to wait for' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job revert'
            printf '%s\n' '--enforce-prior-version'\t'Revert only if this is the current version' '--mesh-token'\t'Service-mesh token for identity checking' '--secrets-token'\t'Secrets-store token for policy checking' '--wait'\t'Wait for the result of the change' '--wait-timeout'\t'Give up waiting after this long' '--for'\t'What to wait for' '--to'\t'Choose the version, show what differs, and ask' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--unset'\t'Send null for a parameter' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job start'
            printf '%s\n' '--job-version'\t'Version to start again' '--enforce-prior-version'\t'Start only if this is the current version' '--mesh-token'\t'Service-mesh token for identity checking' '--secrets-token'\t'Secrets-store token for policy checking' '--wait'\t'Wait for the result of the change' '--wait-timeout'\t'Give up waiting after this long' '--for'\t'What to wait for' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--unset'\t'Send null for a parameter' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job diff'
            printf '%s\n' '--detailed-exitcode'\t'Exit 11 when the versions differ' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job logs'
            printf '%s\n' '--alloc-id'\t'Allocation ID, or its first characters' '--group'\t'Task group' '--task'\t'Task' '--stderr'\t'Show standard error instead of standard output' '--tail'\t'Show only the last lines' '--follow'\t'Show new lines until the job ends' '--previous'\t'Show the allocation before it' '--every-allocation'\t'Show all allocations, with prefixed lines' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job events'
            printf '%s\n' '--group'\t'Only this task group' '--task'\t'Only this task' '--last'\t'Only the newest events' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job restart'
            printf '%s\n' '--alloc-id'\t'Restart only this allocation (first characters suffice)' '--task'\t'Restart only this task' '--group'\t'Restart only this group; repeatable' '--wait-timeout'\t'Longest wait for each allocation' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job promote'
            printf '%s\n' '--deployment'\t'Refuse any deployment but this one' '--group'\t'Promote only this group; repeatable' '--wait'\t'Wait for the result of the change' '--wait-timeout'\t'Give up waiting after this long' '--for'\t'What to wait for' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job fail'
            printf '%s\n' '--deployment'\t'Refuse any deployment but this one' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job stable'
            printf '%s\n' '--stable'\t'Set the mark; --no-stable removes it' '--no-stable'\t'Not: Set the mark; --no-stable removes it' '--force'\t'Also mark another version, which then becomes current' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job stop'
            printf '%s\n' '--eval-priority'\t'Priority of the evaluation' '--global'\t'Stop a multi-region job in all its regions' '--no-global'\t'Not: Stop a multi-region job in all its regions' '--purge'\t'Remove the job and its history at once' '--no-purge'\t'Not: Remove the job and its history at once' '--no-shutdown-delay'\t'Ignore shutdown_delay: connections to stopping allocations fail' '--wait'\t'Wait for the result of the change' '--wait-timeout'\t'Give up waiting after this long' '--for'\t'What to wait for' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job wait'
            printf '%s\n' '--job-version'\t'Version to wait for' '--for'\t'What to wait for' '--wait-timeout'\t'Give up waiting after this long' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'job action'
            printf '%s\n' '--alloc-id'\t'Allocation ID, or its first characters' '--task'\t'Task that defines the action' '--tty'\t'Allocate a terminal' '--no-tty'\t'Not: Allocate a terminal' '--ws-handshake'\t'Send the token in the first frame' '--no-ws-handshake'\t'Not: Send the token in the first frame' '--stdin'\t'Pass standard input on; --no-stdin closes it' '--every-allocation'\t'Run in every running allocation, with prefixed lines' '--namespace'\t'Namespace of the jobs service' '--region'\t'Region of the jobs service'
        case 'lease lookup'
            printf '%s\n' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'lease list'
            printf '%s\n' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'lease renew'
            printf '%s\n' '--increment'\t'New lifetime, from now' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'lease revoke'
            printf '%s\n' '--sync'\t'Wait until the lease is revoked' '--no-sync'\t'Not: Wait until the lease is revoked' '--set'\t'Set a body field: path=json or /json/pointer=json' '--body'\t'Merge the flags into this JSON body' '--where'\t'Change objects that satisfy \'FIELD OP VALUE\'; repeatable' '--all'\t'Change every object' '--expect'\t'Stop unless this many objects match' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--resume'\t'Continue from the journal of a stopped run' '--retry-unknown'\t'With --resume: also repeat changes of unknown outcome' '--confirm'\t'Confirm by giving the name or the count' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'lease unwrap'
            printf '%s\n' '--layout'\t'Files of --out: separate, or for a server' '--store-password-from'\t'Password of the key store (layout pkcs12)' '--namespace'\t'Namespace of the secrets service' '--wrap-ttl'\t'Wrap the reply in a single-use token' '--fail-on-warning'\t'Exit 1 when the server warns'
        case 'lease recover'
            printf '%s\n' '--release-unproven'\t'Give back even what nothing proves ours' '--forget'\t'Only remove this entry, sending nothing' '--namespace'\t'Namespace of the secrets service'
        case 'export'
            printf '%s\n' '--where'\t'Only objects that satisfy \'FIELD OP VALUE\'; repeatable' '--dir'\t'Write one file per object to this folder' '--all'\t'Every kind that the servers can list' '--overwrite'\t'Replace values that only the files have' '--since'\t'Revision of Git: values since then are edits' '--unmanaged'\t'Only objects that no file names' '--exclude'\t'Skip matching files in folders' '--init'\t'Also write a trivet.yaml with one environment' '--env'\t'Environment of trivet.yaml' '--allow-profile'\t'Let the environment use this profile' '--organization'\t'Organization of the workspaces' '--namespace'\t'Namespace of the jobs or secrets engines' '--mount'\t'Mount of the secrets engine'
        case 'diff'
            printf '%s\n' '--detailed-exitcode'\t'Exit 11 when something differs' '--full'\t'Show every field that differs' '--unmanaged'\t'Also list objects that no file names' '--plan-out'\t'Write a plan that apply carries out exactly' '--env'\t'Environment of trivet.yaml' '--allow-profile'\t'Let the environment use this profile' '--organization'\t'Organization of the workspaces' '--namespace'\t'Namespace of the jobs or secrets engines' '--mount'\t'Mount of the secrets engine' '--since'\t'Revision of Git that was applied, or applied' '--as'\t'Place the objects elsewhere than their files say' '--exclude'\t'Skip matching files in folders' '--ignore'\t'Skip a setting or part of a kind' '--allow-env'\t'Let the files use this environment variable' '--write-secrets'\t'Write the secrets of this object again' '--where'\t'Only objects whose files satisfy \'FIELD OP VALUE\'' '--only'\t'Only these settings and parts' '--var'\t'Variable of the job files that declare it' '--var-file'\t'File of variables for the job files' '--preserve-counts'\t'Keep the current counts of task groups'
        case 'apply'
            printf '%s\n' '--allow-rotation'\t'Permit changes that replace passwords or keys' '--keep-going'\t'Continue after failures' '--wait'\t'Wait for each job before the next object' '--wait-timeout'\t'Give up waiting after this long' '--resume'\t'Continue from the journal of an earlier run' '--expect'\t'Stop unless this many objects differ' '--limit'\t'Change only this many objects' '--parallel'\t'Objects changed at once' '--rate'\t'Changes started per second; 0: no limit' '--wave'\t'Sizes of waves: 1,5,25%; the last one repeats' '--check'\t'Command after each wave; a failure stops it' '--max-failures'\t'Stop after this many failures' '--on-failure'\t'After failures: stop, or undo what was done' '--env'\t'Environment of trivet.yaml' '--allow-profile'\t'Let the environment use this profile' '--organization'\t'Organization of the workspaces' '--namespace'\t'Namespace of the jobs or secrets engines' '--mount'\t'Mount of the secrets engine' '--since'\t'Revision of Git that was applied, or applied' '--as'\t'Place the objects elsewhere than their files say' '--exclude'\t'Skip matching files in folders' '--ignore'\t'Skip a setting or part of a kind' '--allow-env'\t'Let the files use this environment variable' '--write-secrets'\t'Write the secrets of this object again' '--where'\t'Only objects whose files satisfy \'FIELD OP VALUE\'' '--only'\t'Only these settings and parts' '--var'\t'Variable of the job files that declare it' '--var-file'\t'File of variables for the job files' '--preserve-counts'\t'Keep the current counts of task groups'
        case 'status'
            printf '%s\n' '--watch'\t'Show every change until Ctrl-C or --timeout' '--all'\t'Show every row on a terminal' '--service'\t'Look only at these services' '--expires-within'\t'Report certificates that expire this soon' '--detailed-exitcode'\t'Exit 11 when something needs a person'
        case 'status acknowledge'
            printf '%s\n' '--until'\t'Time at which it needs a person again' '--why'\t'Reason, shown beside the row' '--end'\t'End the acknowledgement now'
        case 'how'
            printf '%s\n' '--try'\t'Run this answer in a sandbox'
        case 'watch'
            printf '%s\n' '--plain'\t'Print lines, for screen readers and pipes'
        case 'changes'
            printf '%s\n' '--after'\t'Only changes after this time' '--where'\t'Only receipts that satisfy \'FIELD OP VALUE\'; repeatable'
        case 'changes continue'
            printf '%s\n' '--retry-unknown'\t'Also repeat changes of unknown outcome'
        case 'undo'
            printf '%s\n' '--only'\t'Only these objects, by name or number' '--release-unproven'\t'Give back even what nothing proves ours' '--allow-rotation'\t'Permit changes that replace passwords or keys' '--confirm'\t'With --release-unproven: how many objects'
        case 'profile set'
            printf '%s\n' '--read-only'\t'Allow reads only: no changes, no credentials' '--protected'\t'Confirm every change, by name if it destroys' '--receipt-days'\t'Days to keep receipts; 0: only open ones' '--token-keeper'\t'Keeper of tokens: file, system, vendor, command:WORDS' '--workspaces-url'\t'Base URL of the workspaces service' '--workspaces-product'\t'Product of the server; detect asks it' '--workspaces-token-from'\t'Token source: env:NAME, file:PATH or command:["word", ...]' '--workspaces-ca-file'\t'PEM file of the CA to trust' '--workspaces-client-cert'\t'PEM file of the client certificate' '--workspaces-client-key'\t'PEM file of the client key' '--workspaces-server-name'\t'Server name that the certificate must have' '--workspaces-allow-http'\t'Send the token to another machine unencrypted' '--secrets-url'\t'Base URL of the secrets service' '--secrets-product'\t'Product of the server; detect asks it' '--secrets-token-from'\t'Token source: env:NAME, file:PATH or command:["word", ...]' '--secrets-ca-file'\t'PEM file of the CA to trust' '--secrets-client-cert'\t'PEM file of the client certificate' '--secrets-client-key'\t'PEM file of the client key' '--secrets-server-name'\t'Server name that the certificate must have' '--secrets-allow-http'\t'Send the token to another machine unencrypted' '--jobs-url'\t'Base URL of the jobs service' '--jobs-product'\t'Product of the server; detect asks it' '--jobs-token-from'\t'Token source: env:NAME, file:PATH or command:["word", ...]' '--jobs-ca-file'\t'PEM file of the CA to trust' '--jobs-client-cert'\t'PEM file of the client certificate' '--jobs-client-key'\t'PEM file of the client key' '--jobs-server-name'\t'Server name that the certificate must have' '--jobs-allow-http'\t'Send the token to another machine unencrypted' '--default-organization'\t'Organization for workspace names without one' '--secrets-namespace'\t'Namespace of the secrets service' '--jobs-namespace'\t'Namespace of the jobs service' '--jobs-region'\t'Region of the jobs service' '--pki-mount'\t'Mount of the certificate engine; repeat for status' '--ldap-mount'\t'Mount of the directory engine; repeat for status' '--cloud-mount'\t'Mount of the cloud engine; repeat for status'
        case 'login'
            printf '%s\n' '--method'\t'Method, or its name on the server' '--mount'\t'Path of the method' '--role'\t'Role to log in with' '--audience'\t'Audience of the identity of GitHub' '--username'\t'User name' '--role-id'\t'Role ID of AppRole' '--wrapped'\t'The secret ID is a wrapping token' '--password-from'\t'Where the password is' '--secret-id-from'\t'Where the secret ID is' '--jwt-from'\t'Where the signed identity is' '--passcode-from'\t'Where the passcode is' '--browser'\t'Open a browser; --no-browser prints the address' '--callback-port'\t'Port to which the browser comes back'
        case 'logout'
            printf '%s\n' '--all'\t'In every profile' '--forget'\t'Ask no server: the tokens stay valid'
        case 'auth login'
            printf '%s\n' '--method'\t'Method, or its name on the server' '--mount'\t'Path of the method' '--role'\t'Role to log in with' '--audience'\t'Audience of the identity of GitHub' '--username'\t'User name' '--role-id'\t'Role ID of AppRole' '--wrapped'\t'The secret ID is a wrapping token' '--password-from'\t'Where the password is' '--secret-id-from'\t'Where the secret ID is' '--jwt-from'\t'Where the signed identity is' '--passcode-from'\t'Where the passcode is' '--browser'\t'Open a browser; --no-browser prints the address' '--callback-port'\t'Port to which the browser comes back'
        case 'auth logout'
            printf '%s\n' '--all'\t'In every profile' '--forget'\t'Ask no server: the tokens stay valid'
        case 'api'
            printf '%s\n' '--no-token'\t'Send no token, for example to log in' '--data'\t'JSON body' '--confirm'\t'Confirm by giving the name or the count'
        case 'batch run'
            printf '%s\n' '--parallel'\t'Items in flight at once' '--rate'\t'Items started per second; 0: no limit' '--journal'\t'File that records every item, for --resume' '--resume'\t'Continue from the journal of an earlier run' '--retry-unknown'\t'With --resume, send items of unknown outcome again' '--stop-on-error'\t'Start no more items after a failure'
        case 'sandbox start'
            printf '%s\n' '--port'\t'Port on 127.0.0.1' '--empty'\t'Start without the demo state' '--fault'\t'Make requests fail: 429:3, 503:2@/organizations, reset:1, lost:1, slow:200ms'
        case 'sandbox serve'
            printf '%s\n' '--listen'\t'Address to listen on' '--allow-host'\t'Host names by which clients reach it' '--ca-out'\t'Write the authority of --tls to this file' '--token'\t'Accept a token; by default an owner\'s' '--save'\t'Write the state there at the end' '--empty'\t'Start without the demo state' '--fault'\t'Make requests fail: 429:3, 503:2@/organizations, reset:1, lost:1, slow:200ms' '--product'\t'Products to speak like, such as vault@1.19+ent,nomad' '--tls'\t'Serve HTTPS with an authority of its own' '--seed'\t'Make IDs, passwords, keys and certificates repeatable' '--time'\t'Start the clock at this time' '--frozen'\t'Stop the clock until a test moves it' '--state'\t'Start with the objects of these files'
        case 'sandbox exec'
            printf '%s\n' '--port'\t'Port on 127.0.0.1' '--empty'\t'Start without the demo state' '--fault'\t'Make requests fail: 429:3, 503:2@/organizations, reset:1, lost:1, slow:200ms' '--as'\t'Whose token the command gets' '--scenario'\t'What has gone wrong at its start' '--vendor-env'\t'Set the variables of the vendors\' tools' '--product'\t'Products to speak like, such as vault@1.19+ent,nomad' '--tls'\t'Serve HTTPS with an authority of its own' '--seed'\t'Make IDs, passwords, keys and certificates repeatable' '--time'\t'Start the clock at this time' '--frozen'\t'Stop the clock until a test moves it' '--state'\t'Start with the objects of these files'
        case 'manifest'
            printf '%s\n' '--command'\t'Only this command, or those of a group' '--schema'\t'Print only this schema: kind or trivet.yaml'
        case 'mcp'
            printf '%s\n' '--toolset'\t'Only these groups or parts: job, pki-role' '--allow'\t'Also serve changes, credentials, or a command' '--until'\t'Until when the changes of --allow are allowed' '--where'\t'Only calls that satisfy \'ARGUMENT OP VALUE\'; repeatable' '--allow-env'\t'Variable that a secret argument may name' '--sandbox'\t'Use a sandbox that ends with this process' '--root'\t'Folder whose files tools may read; repeatable' '--structured'\t'Announce schemas of replies, and send structured replies' '--allow-host'\t'Host to whose URLs tools may connect; repeatable'
        case 'skill install'
            printf '%s\n' '--project'\t'In the working directory, for all its users'
        case 'skill uninstall'
            printf '%s\n' '--project'\t'In the working directory, for all its users'
    end
    printf '%s\n' '--output'\t'Output format' '--query'\t'Select from the document with a JMESPath expression' '--field'\t'Print one value, byte for byte' '--fields'\t'Print only these parts of each item' '--out'\t'Write standard output to a file' '--reveal'\t'Show secrets in tables' '--profile'\t'Profile to use' '--base-url'\t'Base URL of the service' '--token-file'\t'Read the token from a file' '--ca-file'\t'PEM file of the CA to trust' '--header'\t'Extra request header, for example for a gateway' '--product'\t'Product of the server' '--timeout'\t'Time limit of a whole request or watch' '--yes'\t'Answer yes to questions' '--on'\t'Confirm changes to this protected profile' '--no-input'\t'Never ask; a missing answer is an error' '--dry-run'\t'Show the request instead of sending it' '--curl'\t'Show the request as a curl command' '--no-validate'\t'Report validation errors as warnings and send the request anyway' '--verbose'\t'Show requests and replies on stderr, redacted' '--quiet'\t'Print only errors on standard error' '--color'\t'When to use colours' '--no-pager'\t'Do not show long output in a pager' '--help'\t'Show help'
end

# One line for each place; fails where the path is not a command.
function __trivet_places
    switch $argv[1]
        case 'workspace create'
            printf '%s\n' '.'
        case 'workspace list'
            return 0
        case 'workspace show'
            printf '%s\n' '!workspace'
        case 'workspace update'
            printf '%s\n' '!workspace'
        case 'workspace delete'
            printf '%s\n' '!workspace'
        case 'workspace force-delete'
            printf '%s\n' '!workspace'
        case 'workspace lock'
            printf '%s\n' '!workspace' '--'
        case 'workspace unlock'
            printf '%s\n' '!workspace'
        case 'workspace force-unlock'
            printf '%s\n' '!workspace'
        case 'workspace ssh-key assign'
            printf '%s\n' '!workspace' '.'
        case 'workspace ssh-key unassign'
            printf '%s\n' '!workspace'
        case 'workspace consumer list'
            printf '%s\n' '!workspace'
        case 'workspace consumer add'
            printf '%s\n' '!workspace' '!workspace' '...'
        case 'workspace consumer replace'
            printf '%s\n' '!workspace' '!workspace' '...'
        case 'workspace consumer remove'
            printf '%s\n' '!workspace' '!workspace' '...'
        case 'workspace tag list'
            printf '%s\n' '!workspace'
        case 'workspace tag add'
            printf '%s\n' '!workspace' '.' '...'
        case 'workspace tag remove'
            printf '%s\n' '!workspace' '.' '...'
        case 'workspace retention-policy show'
            printf '%s\n' '!workspace'
        case 'workspace retention-policy set'
            printf '%s\n' '!workspace'
        case 'workspace retention-policy delete'
            printf '%s\n' '!workspace'
        case 'message list'
            return 0
        case 'message create'
            return 0
        case 'message show'
            printf '%s\n' '!message'
        case 'message update'
            printf '%s\n' '!message'
        case 'message delete'
            printf '%s\n' '!message'
        case 'pki ca show'
            return 0
        case 'pki ca chain'
            return 0
        case 'pki ca import'
            return 0
        case 'pki cert show'
            printf '%s\n' '!pki-certificate'
        case 'pki cert download'
            printf '%s\n' '!pki-certificate'
        case 'pki cert list'
            return 0
        case 'pki crl config show'
            return 0
        case 'pki crl config set'
            return 0
        case 'pki crl show'
            return 0
        case 'pki crl rotate'
            return 0
        case 'pki urls show'
            return 0
        case 'pki urls set'
            return 0
        case 'pki intermediate generate'
            printf '%s\n' '=exported internal kms'
        case 'pki intermediate set-signed'
            return 0
        case 'pki issue'
            printf '%s\n' '!pki-role'
        case 'pki issuer list'
            return 0
        case 'pki issuer show'
            printf '%s\n' '.'
        case 'pki revoke'
            printf '%s\n' '!pki-certificate'
        case 'pki role write'
            printf '%s\n' '!pki-role'
        case 'pki role update'
            printf '%s\n' '!pki-role'
        case 'pki role show'
            printf '%s\n' '!pki-role'
        case 'pki role list'
            return 0
        case 'pki role delete'
            printf '%s\n' '!pki-role'
        case 'pki root generate'
            printf '%s\n' '=exported internal kms'
        case 'pki root delete'
            return 0
        case 'pki root sign-intermediate'
            return 0
        case 'pki root sign-self-issued'
            return 0
        case 'pki sign'
            printf '%s\n' '!pki-role'
        case 'pki renew'
            printf '%s\n' '/'
        case 'pki sign-verbatim'
            printf '%s\n' '!pki-role'
        case 'pki tidy'
            return 0
        case 'pki tidy-status'
            return 0
        case 'pki guard'
            printf '%s\n' '/'
        case 'pki inspect'
            printf '%s\n' '/'
        case 'pki verify'
            printf '%s\n' '/'
        case 'pki inventory'
            return 0
        case 'cloud config set'
            return 0
        case 'cloud config show'
            return 0
        case 'cloud config rotate-root'
            return 0
        case 'cloud lease set'
            return 0
        case 'cloud lease show'
            return 0
        case 'cloud role write'
            printf '%s\n' '!cloud-role'
        case 'cloud role update'
            printf '%s\n' '!cloud-role'
        case 'cloud role show'
            printf '%s\n' '!cloud-role'
        case 'cloud role list'
            return 0
        case 'cloud role delete'
            printf '%s\n' '!cloud-role'
        case 'cloud creds'
            printf '%s\n' '!cloud-role' '--'
        case 'cloud sts'
            printf '%s\n' '!cloud-role' '--'
        case 'cloud static-role list'
            return 0
        case 'cloud static-role write'
            printf '%s\n' '!cloud-static-role'
        case 'cloud static-role update'
            printf '%s\n' '!cloud-static-role'
        case 'cloud static-role show'
            printf '%s\n' '!cloud-static-role'
        case 'cloud static-role delete'
            printf '%s\n' '!cloud-static-role'
        case 'cloud static-creds'
            printf '%s\n' '!cloud-static-role' '--'
        case 'ldap config set'
            return 0
        case 'ldap config show'
            return 0
        case 'ldap config delete'
            return 0
        case 'ldap rotate-root'
            return 0
        case 'ldap static-role list'
            printf '%s\n' '!ldap-static-role'
        case 'ldap static-role write'
            printf '%s\n' '!ldap-static-role'
        case 'ldap static-role update'
            printf '%s\n' '!ldap-static-role'
        case 'ldap static-role show'
            printf '%s\n' '!ldap-static-role'
        case 'ldap static-role delete'
            printf '%s\n' '!ldap-static-role'
        case 'ldap static-role rotate'
            printf '%s\n' '!ldap-static-role'
        case 'ldap static-cred'
            printf '%s\n' '!ldap-static-role' '--'
        case 'ldap role list'
            printf '%s\n' '!ldap-role'
        case 'ldap role show'
            printf '%s\n' '!ldap-role'
        case 'ldap role write'
            printf '%s\n' '!ldap-role'
        case 'ldap role update'
            printf '%s\n' '!ldap-role'
        case 'ldap role delete'
            printf '%s\n' '!ldap-role'
        case 'ldap creds'
            printf '%s\n' '!ldap-role' '--'
        case 'ldap library list'
            printf '%s\n' '!ldap-set'
        case 'ldap library write'
            printf '%s\n' '!ldap-set'
        case 'ldap library update'
            printf '%s\n' '!ldap-set'
        case 'ldap library show'
            printf '%s\n' '!ldap-set'
        case 'ldap library delete'
            printf '%s\n' '!ldap-set'
        case 'ldap library status'
            printf '%s\n' '!ldap-set'
        case 'ldap library check-out'
            printf '%s\n' '!ldap-set' '--'
        case 'ldap library check-in'
            printf '%s\n' '!ldap-set' '!borrowed-account' '...'
        case 'ldap library manage check-in'
            printf '%s\n' '!ldap-set' '!borrowed-account' '...'
        case 'job list'
            return 0
        case 'job show'
            printf '%s\n' '!job'
        case 'job status'
            printf '%s\n' '!job'
        case 'job register'
            printf '%s\n' '/'
        case 'job update'
            printf '%s\n' '!job' '/'
        case 'job plan'
            printf '%s\n' '/'
        case 'job parse'
            printf '%s\n' '/'
        case 'job submission'
            printf '%s\n' '!job' '.'
        case 'job versions'
            printf '%s\n' '!job'
        case 'job allocations'
            printf '%s\n' '!job'
        case 'job evaluations'
            printf '%s\n' '!job'
        case 'job deployments'
            printf '%s\n' '!job'
        case 'job deployment'
            printf '%s\n' '!job'
        case 'job summary'
            printf '%s\n' '!job'
        case 'job scale-status'
            printf '%s\n' '!job'
        case 'job services'
            printf '%s\n' '!job'
        case 'job actions'
            printf '%s\n' '!job'
        case 'job dispatch'
            printf '%s\n' '!job'
        case 'job periodic force'
            printf '%s\n' '!job'
        case 'job scale'
            printf '%s\n' '!job' '!group' '.'
        case 'job evaluate'
            printf '%s\n' '!job'
        case 'job revert'
            printf '%s\n' '!job' '!job-version'
        case 'job start'
            printf '%s\n' '!job'
        case 'job diff'
            printf '%s\n' '!job' '.' '.'
        case 'job logs'
            printf '%s\n' '!job'
        case 'job events'
            printf '%s\n' '!job'
        case 'job restart'
            printf '%s\n' '!job'
        case 'job promote'
            printf '%s\n' '!job'
        case 'job fail'
            printf '%s\n' '!job'
        case 'job stable'
            printf '%s\n' '!job' '!job-version'
        case 'job stop'
            printf '%s\n' '!job'
        case 'job wait'
            printf '%s\n' '!job' '...'
        case 'job action'
            printf '%s\n' '!job' '!action'
        case 'lease lookup'
            printf '%s\n' '!lease'
        case 'lease list'
            printf '%s\n' '.'
        case 'lease renew'
            printf '%s\n' '!lease'
        case 'lease revoke'
            printf '%s\n' '!lease'
        case 'lease unwrap'
            printf '%s\n' '@'
        case 'lease recover'
            return 0
        case 'export'
            printf '%s\n' '%workspace message pki-role pki-urls pki-crl-config cloud-role cloud-static-role cloud-config ldap-role ldap-static-role ldap-set ldap-config job workspace:! message:! pki-role:! pki-urls: pki-crl-config: cloud-role:! cloud-static-role: cloud-config: ldap-role:! ldap-static-role:! ldap-set:! ldap-config: job:!' '...'
        case 'diff'
            printf '%s\n' '%/ workspace:! message:! pki-role:! pki-urls: pki-crl-config: cloud-role:! cloud-static-role: cloud-config: ldap-role:! ldap-static-role:! ldap-set:! ldap-config: job:!' '...'
        case 'apply'
            printf '%s\n' '/' '...'
        case 'status'
            return 0
        case 'status acknowledge'
            printf '%s\n' '.'
        case 'how'
            printf '%s\n' '.' '...'
        case 'watch'
            printf '%s\n' ',workspace message pki-role pki-urls pki-crl-config cloud-role cloud-static-role cloud-config ldap-role ldap-static-role ldap-set ldap-config job pki-certificate lease allocation action group' '...'
        case 'changes'
            return 0
        case 'changes show'
            printf '%s\n' '!receipt'
        case 'changes continue'
            printf '%s\n' '!receipt'
        case 'changes settle'
            printf '%s\n' '!receipt' '.' '=done retry'
        case 'undo'
            printf '%s\n' '!receipt'
        case 'profile set'
            printf '%s\n' '!profile'
        case 'profile show'
            printf '%s\n' '!profile'
        case 'profile list'
            return 0
        case 'profile use'
            printf '%s\n' '!profile'
        case 'profile delete'
            printf '%s\n' '!profile'
        case 'profile explain'
            printf '%s\n' '=workspaces secrets jobs'
        case 'login'
            printf '%s\n' ',workspaces secrets jobs' '...'
        case 'logout'
            printf '%s\n' ',workspaces secrets jobs' '...'
        case 'auth login'
            printf '%s\n' ',workspaces secrets jobs' '...'
        case 'auth logout'
            printf '%s\n' ',workspaces secrets jobs' '...'
        case 'auth status'
            return 0
        case 'whoami'
            printf '%s\n' '=workspaces secrets jobs'
        case 'api'
            printf '%s\n' '=workspaces secrets jobs' '=GET POST PUT PATCH DELETE LIST' '.'
        case 'batch run'
            printf '%s\n' '/'
        case 'sandbox start'
            return 0
        case 'sandbox serve'
            return 0
        case 'sandbox exec'
            printf '%s\n' '--'
        case 'doctor'
            printf '%s\n' '=workspaces secrets jobs'
        case 'completion'
            printf '%s\n' '=bash zsh fish powershell'
        case 'completion install'
            printf '%s\n' '=bash zsh fish powershell'
        case 'completion uninstall'
            printf '%s\n' '=bash zsh fish powershell'
        case 'man install'
            return 0
        case 'man uninstall'
            return 0
        case 'manifest'
            return 0
        case 'mcp'
            return 0
        case 'skill install'
            printf '%s\n' '=claude codex copilot cursor gemini'
        case 'skill uninstall'
            printf '%s\n' '=claude codex copilot cursor gemini'
        case 'version'
            return 0
        case '*'
            return 1
    end
end

function __trivet_value
    switch $argv[2]
        case --access-key
            echo ''
        case --acme-account-safety-buffer
            echo ''
        case --after
            echo ''
        case --agent-pool-id
            echo ''
        case --alloc-id
            echo '!allocation'
        case --allow
            echo ''
        case --allow-env
            echo ''
        case --allow-host
            echo ''
        case --allow-profile
            echo '!profile'
        case --allowed-domains
            echo ''
        case --allowed-ip-sans-cidr
            echo ''
        case --allowed-other-sans
            echo ''
        case --allowed-serial-numbers
            echo ''
        case --allowed-uri-sans
            echo ''
        case --allowed-user-ids
            echo ''
        case --alt-names
            echo ''
        case --arn
            echo ''
        case --as
            switch $argv[1]
                case 'sandbox exec'
                    echo '=owner operator reviewer reader organization'
                case '*'
                    echo ''
            end
        case --at
            echo ''
        case --audience
            echo ''
        case --auto-destroy-activity-duration
            echo ''
        case --auto-destroy-at
            echo ''
        case --auto-rebuild-grace-period
            echo ''
        case --base-url
            echo ''
        case --before
            echo ''
        case --binddn
            echo ''
        case --bindpass
            echo '@'
        case --body
            echo '@'
        case --borrower
            echo ''
        case --by
            echo '=id name'
        case --ca-file
            echo '/'
        case --ca-mount
            echo ''
        case --ca-out
            echo '/'
        case --callback-port
            echo ''
        case --certificate
            echo '@'
        case --check
            echo ''
        case --check-index
            echo ''
        case --client-tls-cert
            echo '@'
        case --client-tls-key
            echo '@'
        case --cloud-mount
            echo ''
        case --cn-validations
            echo ''
        case --color
            echo '=auto always never'
        case --command
            echo ''
        case --common-name
            echo ''
        case --confirm
            echo ''
        case --connection-timeout
            echo ''
        case --country
            echo ''
        case --creation-ldif
            echo '@'
        case --credential-type
            echo '=iam_user assumed_role federation_token session_token'
        case --crl
            echo '/'
        case --crl-distribution-points
            echo ''
        case --csr
            echo '@'
        case --data
            echo '@'
        case --default-organization
            echo ''
        case --default-sts-ttl
            echo ''
        case --default-ttl
            echo ''
        case --delete-older-than-days
            echo ''
        case --deletion-ldif
            echo '@'
        case --delta-crl-distribution-points
            echo ''
        case --delta-rebuild-interval
            echo ''
        case --deployment
            echo ''
        case --description
            echo '@'
        case --dir
            echo '/'
        case --dn
            echo ''
        case --end-time
            echo ''
        case --enforce-prior-version
            echo ''
        case --engine-version
            echo ''
        case --env
            echo '!environment'
        case --env-prefix
            echo ''
        case --error
            echo '@'
        case --eval-priority
            echo ''
        case --exclude
            echo ''
        case --exec
            echo ''
        case --execution-mode
            echo '=remote local agent'
        case --expect
            echo ''
        case --expires-within
            echo ''
        case --expiry
            echo ''
        case --ext-key-usage
            echo ''
        case --ext-key-usage-oids
            echo ''
        case --fault
            echo ''
        case --field
            echo ''
        case --fields
            switch $argv[1]
                case 'workspace create' 'workspace list' 'workspace show' 'workspace update' 'workspace lock' 'workspace unlock' 'workspace force-unlock' 'workspace ssh-key assign' 'workspace ssh-key unassign' 'workspace consumer list'
                    echo ',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars'
                case 'pki role list' 'cloud role list' 'cloud static-role list' 'ldap static-role list' 'ldap role list' 'ldap library list' 'lease list'
                    echo ',key'
                case 'job register' 'job update' 'job scale' 'job evaluate' 'job revert' 'job start' 'job stop'
                    echo ',JobID EvalID EvalCreateIndex JobModifyIndex Warnings Index KnownLeader LastContact NextToken VolumeEvalID VolumeEvalIndex job namespace version deployment result reason'
                case 'pki issue' 'pki root sign-intermediate' 'pki root sign-self-issued' 'pki sign' 'pki renew' 'pki sign-verbatim'
                    echo ',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable'
                case 'pki ca show' 'pki ca chain' 'pki cert download' 'pki crl show'
                    echo ',pem base64'
                case 'message create' 'message show' 'message update'
                    echo ',id title status type authenticated active start_time end_time link options message'
                case 'pki role write' 'pki role update' 'pki role show'
                    echo ',ttl max_ttl allow_localhost allowed_domains allowed_domains_template allow_bare_domains allow_subdomains allow_glob_domains allow_wildcard_certificates allow_any_name enforce_hostnames allow_ip_sans allowed_uri_sans allowed_uri_sans_template allowed_other_sans allowed_serial_numbers server_flag client_flag code_signing_flag email_protection_flag key_type key_bits signature_bits key_usage ext_key_usage ext_key_usage_oids use_csr_common_name use_csr_sans ou organization country locality province street_address postal_code generate_lease no_store require_cn policy_identifiers basic_constraints_valid_for_non_ca not_before_duration not_after issuer_ref use_pss cn_validations allowed_user_ids allowed_ip_sans_cidr allow_globs_in_identity_templates not_before not_before_bound not_after_bound allow_token_displayname'
                case 'cloud static-role write' 'cloud static-role update' 'cloud static-role show'
                    echo ',name username id rotation_period'
                case 'job show' 'job parse' 'job versions'
                    echo ',ID Name Namespace Type Priority Status StatusDescription Stop ParentID JobModifyIndex SubmitTime Datacenters NodePool Multiregion Meta CreateIndex ModifyIndex Region Version Stable TaskGroups Periodic Periodic.Enabled Periodic.Spec Periodic.Specs Periodic.SpecType Periodic.ProhibitOverlap Periodic.TimeZone ParameterizedJob Affinities AllAtOnce Constraints ConsulNamespace ConsulToken VaultNamespace VaultToken DispatchIdempotencyToken Dispatched Migrate NomadTokenID Payload Reschedule Spreads UI Update VersionTag VersionTag.Name VersionTag.Description VersionTag.TaggedTime'
                case 'workspace retention-policy show' 'workspace retention-policy set'
                    echo ',id type delete-older-than-n-days deleteOlderThanNDays set-on target'
                case 'pki ca import' 'pki intermediate set-signed'
                    echo ',imported_issuers imported_keys existing_issuers existing_keys mapping'
                case 'pki crl config show' 'pki crl config set'
                    echo ',expiry disable auto_rebuild auto_rebuild_grace_period allow_expired_cert_revocation enable_delta delta_rebuild_interval ocsp_disable ocsp_expiry'
                case 'pki urls show' 'pki urls set'
                    echo ',issuing_certificates crl_distribution_points ocsp_servers delta_crl_distribution_points enable_templating'
                case 'cloud creds' 'cloud sts'
                    echo ',access_key secret_key security_token session_token arn ttl lease_id lease_duration renewable'
                case 'ldap library check-in' 'ldap library manage check-in'
                    echo ',account'
                case 'job deployments' 'job deployment'
                    echo ',ID Namespace JobID JobVersion JobModifyIndex JobSpecModifyIndex JobCreateIndex Status StatusDescription TaskGroups EvalPriority IsMultiregion CreateTime ModifyTime CreateIndex ModifyIndex'
                case 'lease renew' 'lease unwrap'
                    echo ',lease_id lease_duration renewable'
                case 'diff' 'apply'
                    echo ',kind name action result wave fields where reason hint mount namespace changes plan uncompared'
                case 'profile show' 'profile list'
                    echo ',name current organization readOnly protected receiptDays tokenKeeper workspaces.url workspaces.product workspaces.token.kind workspaces.namespace workspaces.caFile workspaces.clientCert workspaces.clientKey workspaces.serverName workspaces.allowHttp secrets.url secrets.product secrets.token.kind secrets.namespace secrets.caFile secrets.clientCert secrets.clientKey secrets.serverName secrets.allowHttp jobs.url jobs.product jobs.token.kind jobs.namespace jobs.caFile jobs.clientCert jobs.clientKey jobs.serverName jobs.allowHttp secrets.mounts.pki secrets.mounts.ldap secrets.mounts.cloud jobs.region workspaces.edition workspaces.version secrets.edition secrets.version jobs.edition jobs.version'
                case 'login' 'auth login'
                    echo ',service address product namespace user method policies expires renewable uses token'
                case 'workspace tag list'
                    echo ',id type name instance-count organization'
                case 'message list'
                    echo ',key title status type authenticated active start_time end_time'
                case 'pki cert show'
                    echo ',certificate revocation_time revocation_time_rfc3339 issuer_id ca_chain'
                case 'pki cert list'
                    echo ',key common_name dns_names issuer key_type key_bits not_before not_after'
                case 'pki intermediate generate'
                    echo ',csr private_key private_key_type key_id'
                case 'pki issuer list'
                    echo ',key issuer_name is_default serial_number key_id'
                case 'pki issuer show'
                    echo ',issuer_id issuer_name key_id certificate ca_chain manual_chain leaf_not_after_behavior usage revocation_signature_algorithm revoked revocation_time revocation_time_rfc3339 enable_aia_url_templating issuing_certificates crl_distribution_points ocsp_servers delta_crl_distribution_points enable_templating'
                case 'pki revoke'
                    echo ',state revocation_time revocation_time_rfc3339'
                case 'pki root generate'
                    echo ',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable issuer_id issuer_name key_id key_name'
                case 'pki tidy-status'
                    echo ',state message error time_started time_finished cert_store_deleted_count revoked_cert_deleted_count tidy_cert_store tidy_revoked_certs safety_buffer acme_account_deleted_count acme_account_revoked_count acme_account_safety_buffer acme_orders_deleted_count current_cert_store_count current_revoked_cert_count internal_backend_uuid issuer_safety_buffer last_auto_tidy_finished missing_issuer_cert_count page_size pause_duration revoked_safety_buffer tidy_acme tidy_expired_issuers tidy_invalid_certs tidy_move_legacy_ca_bundle tidy_revoked_cert_issuer_associations total_acme_account_count'
                case 'pki guard'
                    echo ',folder status not_after serial served detail warnings unknown exit hint'
                case 'pki inspect'
                    echo ',kind serial common_name names subject issuer not_before not_after days_left key signature ca version extensions entries faults sha256 revoked'
                case 'pki verify'
                    echo ',check status detail code severity certificate hint'
                case 'pki inventory'
                    echo ',serial common_name names subject issuer not_before not_after days_left key ca revoked revoked_at superseded findings due mount'
                case 'cloud config show'
                    echo ',access_key region iam_endpoint sts_endpoint sts_region max_retries username_template role_arn identity_token_audience identity_token_ttl'
                case 'cloud config rotate-root'
                    echo ',access_key'
                case 'cloud lease show'
                    echo ',lease lease_max'
                case 'cloud role show'
                    echo ',name credential_type role_arns policy_arns policy_document iam_groups iam_tags default_sts_ttl max_sts_ttl user_path permissions_boundary_arn mfa_serial_number invalid_data external_id session_tags'
                case 'cloud static-creds'
                    echo ',access_key secret_key security_token expiration'
                case 'ldap config show'
                    echo ',url binddn schema userdn userattr upndomain password_policy length starttls insecure_tls request_timeout connection_timeout skip_static_role_import_rotation last_bind_password_rotation certificate client_tls_cert anonymous_group_search case_sensitive_names deny_null_bind dereference_aliases discoverdn groupattr groupdn groupfilter max_page_size tls_min_version tls_max_version use_token_groups userfilter username_as_alias'
                case 'ldap static-role show'
                    echo ',role_name username dn rotation_period last_vault_rotation'
                case 'ldap static-cred'
                    echo ',username dn password last_password ttl rotation_period last_vault_rotation'
                case 'ldap role show'
                    echo ',role_name default_ttl max_ttl username_template creation_ldif deletion_ldif rollback_ldif'
                case 'ldap creds'
                    echo ',username password distinguished_names lease_id lease_duration renewable'
                case 'ldap library show'
                    echo ',set_name service_account_names ttl max_ttl disable_check_in_enforcement'
                case 'ldap library status'
                    echo ',account available borrower_entity_id borrower_client_token'
                case 'ldap library check-out'
                    echo ',service_account_name password lease_id lease_duration renewable'
                case 'job list'
                    echo ',ID Name Namespace Type Priority Status StatusDescription Stop ParentID JobModifyIndex SubmitTime Datacenters NodePool Multiregion Meta CreateIndex ModifyIndex JobSummary Periodic ParameterizedJob'
                case 'job status'
                    echo ',job namespace type status stopped version stable groups deployment unplaced children allocations'
                case 'job plan'
                    echo ',JobModifyIndex Annotations Annotations.DesiredTGUpdates Annotations.PreemptedAllocs CreatedEvals Diff Diff.Type Diff.ID Diff.Fields Diff.Objects Diff.TaskGroups FailedTGAllocs NextPeriodicLaunch Warnings Index KnownLeader LastContact NextToken'
                case 'job submission'
                    echo ',JobID Namespace Version JobModifyIndex Format Source VariableFlags Variables'
                case 'job allocations'
                    echo ',ID Name Namespace EvalID NodeID NodeName JobID JobType JobVersion TaskGroup DesiredStatus DesiredDescription DesiredTransition ClientStatus ClientDescription DeploymentStatus FollowupEvalID NextAllocation PreemptedAllocations PreemptedByAllocation RescheduleTracker TaskStates AllocatedResources CreateTime ModifyTime CreateIndex ModifyIndex'
                case 'job evaluations'
                    echo ',ID Namespace JobID JobModifyIndex Type TriggeredBy Status StatusDescription Priority BlockedEval PreviousEval NextEval DeploymentID NodeID NodeModifyIndex Wait WaitUntil ClassEligibility EscapedComputedClass FailedTGAllocs QueuedAllocations PlanAnnotations SnapshotIndex QuotaLimitReached AnnotatePlan CreateTime ModifyTime CreateIndex ModifyIndex'
                case 'job summary'
                    echo ',group Queued Starting Running Complete Failed Lost Unknown'
                case 'job scale-status'
                    echo ',group Desired Placed Running Healthy Unhealthy Events'
                case 'job services'
                    echo ',ID ServiceName Namespace Address Port Tags Datacenter JobID NodeID AllocID CreateIndex ModifyIndex'
                case 'job actions'
                    echo ',Name TaskGroupName TaskName Command Args'
                case 'job dispatch'
                    echo ',DispatchedJobID EvalID EvalCreateIndex JobCreateIndex Index KnownLeader LastContact NextToken job namespace version deployment result reason'
                case 'job periodic force'
                    echo ',JobID EvalID EvalCreateIndex Index KnownLeader LastContact NextToken job namespace version deployment result reason'
                case 'job diff'
                    echo ',ID From To Type Fields Objects TaskGroups'
                case 'job logs'
                    echo ',allocation group task stream version status reason log'
                case 'job events'
                    echo ',time what name event message'
                case 'job restart'
                    echo ',allocation group node tasks result restarts started reason'
                case 'job promote'
                    echo ',DeploymentID DeploymentModifyIndex EvalID EvalCreateIndex RevertedJobVersion Index job namespace version deployment result reason'
                case 'job fail'
                    echo ',DeploymentID DeploymentModifyIndex EvalID EvalCreateIndex RevertedJobVersion Index'
                case 'job stable'
                    echo ',Index KnownLeader LastContact NextToken'
                case 'job wait'
                    echo ',job namespace version deployment result reason'
                case 'lease lookup'
                    echo ',id path issue_time expire_time last_renewal ttl renewable'
                case 'lease recover'
                    echo ',name result reason'
                case 'status'
                    echo ',service kind name scope state detail attention since as-of acknowledged restarts groups about'
                case 'how'
                    echo ',title lines guide ran'
                case 'changes'
                    echo ',id time command profile origin state objects done failed unknown left by reason'
                case 'changes show'
                    echo ',namespace item name operation result before undo lookUp'
                case 'changes settle'
                    echo ',id item result'
                case 'undo'
                    echo ',name namespace operation result reason command lookUp'
                case 'profile explain'
                    echo ',service name value source refused'
                case 'auth status'
                    echo ',service address product token source keeper user method expires renewable uses problem'
                case 'whoami'
                    echo ',service user method policies expires renewable uses source problem'
                case 'batch run'
                    echo ',item result exit command reason'
                case 'doctor'
                    echo ',service check status detail'
                case 'manifest'
                    echo ',path group summary effects'
                case 'version'
                    echo ',version commit modified date form runtime runtimeVersion platform'
                case '*'
                    echo ''
            end
        case --filter
            echo ''
        case --filter-current-run-status
            echo ''
        case --filter-project-id
            echo ''
        case --for
            switch $argv[1]
                case 'job dispatch' 'job periodic force'
                    echo '=complete placed dead'
                case 'job promote'
                    echo '=healthy placed'
                case 'job stop'
                    echo '=dead'
                case '*'
                    echo '=healthy placed complete dead promotable'
            end
        case --forget
            switch $argv[1]
                case 'lease recover'
                    echo ''
                case '*'
                    echo '-'
            end
        case --format
            echo '=pem der pem_bundle'
        case --group
            echo ''
        case --header
            echo ''
        case --host
            echo ''
        case --iam-endpoint
            echo ''
        case --iam-groups
            echo ''
        case --iam-tags
            echo ''
        case --id
            echo ''
        case --id-prefix-template
            echo ''
        case --idempotency-token
            echo ''
        case --identity-token-audience
            echo ''
        case --identity-token-ttl
            echo ''
        case --ignore
            echo '%workspace:agent-pool-id workspace:allow-destroy-plan workspace:assessments-enabled workspace:auto-apply workspace:auto-apply-run-trigger workspace:auto-destroy-at workspace:auto-destroy-activity-duration workspace:description workspace:execution-mode workspace:file-triggers-enabled workspace:global-remote-state workspace:queue-all-runs workspace:speculative-enabled workspace:engine-version workspace:trigger-patterns workspace:trigger-prefixes workspace:working-directory workspace:setting-overwrites workspace:project workspace:vcs-repo.identifier workspace:vcs-repo.oauth-token-id workspace:vcs-repo.branch workspace:vcs-repo.ingress-submodules workspace:vcs-repo.tags-regex workspace:vcs-repo.vcs-app-installation-id workspace:project-remote-state workspace:tags workspace:ssh-key workspace:retention-policy workspace:consumers message:title message:message message:start_time message:end_time message:type message:authenticated message:link message:options pki-role:ttl pki-role:max_ttl pki-role:allow_localhost pki-role:allowed_domains pki-role:allowed_domains_template pki-role:allow_bare_domains pki-role:allow_subdomains pki-role:allow_glob_domains pki-role:allow_wildcard_certificates pki-role:allow_any_name pki-role:enforce_hostnames pki-role:allow_ip_sans pki-role:allowed_uri_sans pki-role:allowed_uri_sans_template pki-role:allowed_other_sans pki-role:allowed_serial_numbers pki-role:server_flag pki-role:client_flag pki-role:code_signing_flag pki-role:email_protection_flag pki-role:key_type pki-role:key_bits pki-role:signature_bits pki-role:key_usage pki-role:ext_key_usage pki-role:ext_key_usage_oids pki-role:use_csr_common_name pki-role:use_csr_sans pki-role:ou pki-role:organization pki-role:country pki-role:locality pki-role:province pki-role:street_address pki-role:postal_code pki-role:generate_lease pki-role:no_store pki-role:require_cn pki-role:policy_identifiers pki-role:basic_constraints_valid_for_non_ca pki-role:not_before_duration pki-role:not_after pki-role:issuer_ref pki-role:use_pss pki-role:cn_validations pki-role:allowed_user_ids pki-role:allowed_ip_sans_cidr pki-role:allow_globs_in_identity_templates pki-role:not_before pki-role:not_before_bound pki-role:not_after_bound pki-urls:issuing_certificates pki-urls:crl_distribution_points pki-urls:ocsp_servers pki-urls:delta_crl_distribution_points pki-urls:enable_templating pki-crl-config:expiry pki-crl-config:disable pki-crl-config:auto_rebuild pki-crl-config:auto_rebuild_grace_period pki-crl-config:enable_delta pki-crl-config:delta_rebuild_interval pki-crl-config:ocsp_disable pki-crl-config:ocsp_expiry pki-crl-config:allow_expired_cert_revocation cloud-role:credential_type cloud-role:role_arns cloud-role:policy_arns cloud-role:policy_document cloud-role:iam_groups cloud-role:iam_tags cloud-role:default_sts_ttl cloud-role:max_sts_ttl cloud-role:user_path cloud-role:permissions_boundary_arn cloud-role:mfa_serial_number cloud-role:external_id cloud-role:session_tags cloud-static-role:username cloud-static-role:rotation_period cloud-config:max_retries cloud-config:access_key cloud-config:secret_key cloud-config:role_arn cloud-config:identity_token_audience cloud-config:identity_token_ttl cloud-config:region cloud-config:iam_endpoint cloud-config:sts_endpoint cloud-config:username_template cloud-config:sts_region ldap-role:creation_ldif ldap-role:deletion_ldif ldap-role:rollback_ldif ldap-role:username_template ldap-role:default_ttl ldap-role:max_ttl ldap-static-role:username ldap-static-role:dn ldap-static-role:rotation_period ldap-static-role:skip_import_rotation ldap-set:service_account_names ldap-set:ttl ldap-set:max_ttl ldap-set:disable_check_in_enforcement ldap-config:binddn ldap-config:bindpass ldap-config:url ldap-config:password_policy ldap-config:schema ldap-config:userdn ldap-config:userattr ldap-config:upndomain ldap-config:request_timeout ldap-config:starttls ldap-config:insecure_tls ldap-config:certificate ldap-config:client_tls_cert ldap-config:client_tls_key ldap-config:skip_static_role_import_rotation ldap-config:length ldap-config:connection_timeout ldap-config:anonymous_group_search ldap-config:case_sensitive_names ldap-config:deny_null_bind ldap-config:dereference_aliases ldap-config:discoverdn ldap-config:groupattr ldap-config:groupdn ldap-config:groupfilter ldap-config:max_page_size ldap-config:tls_min_version ldap-config:tls_max_version ldap-config:use_token_groups ldap-config:userfilter ldap-config:username_as_alias job:Name job:Type job:Priority job:Datacenters job:NodePool job:Multiregion job:Meta job:Region job:TaskGroups job:Periodic job:ParameterizedJob job:Affinities job:AllAtOnce job:Constraints job:ConsulNamespace job:VaultNamespace job:Migrate job:Reschedule job:Spreads job:UI job:Update'
        case --include
            echo ',current_configuration_version current_configuration_version.ingress_attributes current_run current_run.configuration_version current_run.configuration_version.ingress_attributes current_run.plan locked_by organization outputs project readme'
        case --increment
            echo ''
        case --ip-sans
            echo ''
        case --issuer-name
            echo ''
        case --issuer-ref
            echo ''
        case --issuer-safety-buffer
            echo ''
        case --issuing-certificates
            echo ''
        case --jitter
            echo ''
        case --job-id
            echo '!job'
        case --job-version
            switch $argv[1]
                case 'job wait'
                    echo ''
                case '*'
                    echo '!job-version'
            end
        case --jobs-ca-file
            echo '/'
        case --jobs-client-cert
            echo '/'
        case --jobs-client-key
            echo '/'
        case --jobs-namespace
            echo ''
        case --jobs-product
            echo '=documented nomad detect'
        case --jobs-region
            echo ''
        case --jobs-server-name
            echo ''
        case --jobs-token-from
            echo ''
        case --jobs-url
            echo ''
        case --journal
            echo '/'
        case --jwt-from
            echo '@'
        case --key-bits
            echo ''
        case --key-name
            echo ''
        case --key-type
            switch $argv[1]
                case 'pki role write' 'pki role update'
                    echo '=rsa ec ed25519 any'
                case 'pki issue'
                    echo '=rsa ec ed25519'
                case '*'
                    echo '=rsa ed25519 ec'
            end
        case --key-usage
            echo ''
        case --last
            echo ''
        case --layout
            echo '=pem nginx haproxy pkcs12'
        case --ldap-mount
            echo ''
        case --ldap-url
            echo ''
        case --lease
            echo ''
        case --lease-id
            echo ''
        case --lease-max
            echo ''
        case --length
            echo ''
        case --limit
            echo ''
        case --link
            echo ''
        case --listen
            echo ''
        case --locality
            echo ''
        case --managed-key-id
            echo ''
        case --managed-key-name
            echo ''
        case --map
            echo ''
        case --max-failures
            echo ''
        case --max-path-length
            echo ''
        case --max-retries
            echo ''
        case --max-sts-ttl
            echo ''
        case --max-ttl
            echo ''
        case --mesh-token
            echo '@'
        case --message
            echo '@'
        case --meta
            switch $argv[1]
                case 'job dispatch'
                    echo ''
                case 'job scale'
                    echo '@'
                case '*'
                    echo '-'
            end
        case --method
            echo '=oidc device browser userpass ldap approle jwt kubernetes cert github token'
        case --mfa-code
            echo '@'
        case --mfa-serial-number
            echo ''
        case --min-ttl
            echo ''
        case --mount
            switch $argv[1]
                case 'ldap config set' 'ldap config show' 'ldap config delete' 'ldap rotate-root' 'ldap static-role list' 'ldap static-role write' 'ldap static-role update' 'ldap static-role show' 'ldap static-role delete' 'ldap static-role rotate' 'ldap static-cred' 'ldap role list' 'ldap role show' 'ldap role write' 'ldap role update' 'ldap role delete' 'ldap creds' 'ldap library list' 'ldap library write' 'ldap library update' 'ldap library show' 'ldap library delete' 'ldap library status' 'ldap library check-out' 'ldap library check-in' 'ldap library manage check-in'
                    echo '!ldap-mount'
                case 'cloud config set' 'cloud config show' 'cloud config rotate-root' 'cloud lease set' 'cloud lease show' 'cloud role write' 'cloud role update' 'cloud role show' 'cloud role list' 'cloud role delete' 'cloud creds' 'cloud sts' 'cloud static-role list' 'cloud static-role write' 'cloud static-role update' 'cloud static-role show' 'cloud static-role delete' 'cloud static-creds'
                    echo '!cloud-mount'
                case 'pki inspect' 'pki verify' 'pki inventory' 'login' 'auth login'
                    echo ''
                case 'export' 'diff' 'apply'
                    echo '!mount'
                case '*'
                    echo '!pki-mount'
            end
        case --name
            echo ''
        case --namespace
            switch $argv[1]
                case 'job list' 'job show' 'job status' 'job register' 'job update' 'job plan' 'job parse' 'job submission' 'job versions' 'job allocations' 'job evaluations' 'job deployments' 'job deployment' 'job summary' 'job scale-status' 'job services' 'job actions' 'job dispatch' 'job periodic force' 'job scale' 'job evaluate' 'job revert' 'job start' 'job diff' 'job logs' 'job events' 'job restart' 'job promote' 'job fail' 'job stable' 'job stop' 'job wait' 'job action'
                    echo '!jobs-namespace'
                case 'export' 'diff' 'apply'
                    echo '!namespace'
                case '*'
                    echo '!secrets-namespace'
            end
        case --new-key
            echo '=ec:256 ec:384 rsa:2048 rsa:3072 rsa:4096 ed25519'
        case --next-token
            echo ''
        case --not-after
            echo ''
        case --not-after-bound
            echo ''
        case --not-before
            echo ''
        case --not-before-bound
            echo '=permit duration forbid'
        case --not-before-duration
            echo ''
        case --ocsp-expiry
            echo ''
        case --ocsp-servers
            echo ''
        case --on
            echo '!profile'
        case --on-failure
            echo '=stop undo'
        case --only
            switch $argv[1]
                case 'undo'
                    echo ''
                case '*'
                    echo ',Affinities AllAtOnce Constraints ConsulNamespace Datacenters Meta Migrate Multiregion Name NodePool ParameterizedJob Periodic Priority Region Reschedule Spreads TaskGroups Type UI Update VaultNamespace access_key agent-pool-id allow-destroy-plan allow_any_name allow_bare_domains allow_expired_cert_revocation allow_glob_domains allow_globs_in_identity_templates allow_ip_sans allow_localhost allow_subdomains allow_wildcard_certificates allowed_domains allowed_domains_template allowed_ip_sans_cidr allowed_other_sans allowed_serial_numbers allowed_uri_sans allowed_uri_sans_template allowed_user_ids anonymous_group_search assessments-enabled authenticated auto-apply auto-apply-run-trigger auto-destroy-activity-duration auto-destroy-at auto_rebuild auto_rebuild_grace_period basic_constraints_valid_for_non_ca binddn bindpass case_sensitive_names certificate client_flag client_tls_cert client_tls_key cn_validations code_signing_flag connection_timeout consumers country creation_ldif credential_type crl_distribution_points default_sts_ttl default_ttl deletion_ldif delta_crl_distribution_points delta_rebuild_interval deny_null_bind dereference_aliases description disable disable_check_in_enforcement discoverdn dn email_protection_flag enable_delta enable_templating end_time enforce_hostnames engine-version execution-mode expiry ext_key_usage ext_key_usage_oids external_id file-triggers-enabled generate_lease global-remote-state groupattr groupdn groupfilter iam_endpoint iam_groups iam_tags identity_token_audience identity_token_ttl insecure_tls issuer_ref issuing_certificates key_bits key_type key_usage length link locality max_page_size max_retries max_sts_ttl max_ttl message mfa_serial_number no_store not_after not_after_bound not_before not_before_bound not_before_duration ocsp_disable ocsp_expiry ocsp_servers options organization ou password_policy permissions_boundary_arn policy_arns policy_document policy_identifiers postal_code project project-remote-state province queue-all-runs region request_timeout require_cn retention-policy role_arn role_arns rollback_ldif rotation_period schema secret_key server_flag service_account_names session_tags setting-overwrites signature_bits skip_import_rotation skip_static_role_import_rotation speculative-enabled ssh-key start_time starttls street_address sts_endpoint sts_region tags title tls_max_version tls_min_version trigger-patterns trigger-prefixes ttl type upndomain url use_csr_common_name use_csr_sans use_pss use_token_groups user_path userattr userdn userfilter username username_as_alias username_template vcs-repo.branch vcs-repo.identifier vcs-repo.ingress-submodules vcs-repo.oauth-token-id vcs-repo.tags-regex vcs-repo.vcs-app-installation-id working-directory'
            end
        case --option
            echo ''
        case --organization
            switch $argv[1]
                case 'pki intermediate generate' 'pki role write' 'pki role update' 'pki root generate' 'pki root sign-intermediate'
                    echo ''
                case '*'
                    echo '!organization'
            end
        case --other-sans
            echo ''
        case --ou
            echo ''
        case --out
            echo '/'
        case --output -o
            switch $argv[1]
                case 'cloud creds' 'cloud sts' 'cloud static-creds' 'export' 'status acknowledge' 'watch' 'changes continue' 'profile set' 'profile use' 'profile delete' 'logout' 'auth logout' 'api' 'sandbox start' 'sandbox serve' 'sandbox exec' 'completion' 'completion install' 'completion uninstall' 'man install' 'man uninstall' 'mcp' 'skill install' 'skill uninstall'
                    echo '=table json jsonl yaml csv tsv md name env export credential-process'
                case 'ldap static-cred' 'ldap creds' 'ldap library check-out' 'login' 'auth login'
                    echo '=table json jsonl yaml csv tsv md name env export'
                case 'pki ca show' 'pki ca chain' 'pki cert download' 'pki crl show'
                    echo '=table json jsonl yaml csv tsv md'
                case '*'
                    echo '=table json jsonl yaml csv tsv md name'
            end
        case --page-number
            echo ''
        case --page-size
            echo ''
        case --parallel
            echo ''
        case --passcode-from
            echo '@'
        case --password
            echo '@'
        case --password-from
            echo '@'
        case --password-policy
            echo ''
        case --pause-duration
            echo ''
        case --payload
            echo '@'
        case --pem-bundle
            echo '@'
        case --per-page
            echo ''
        case --permissions-boundary-arn
            echo ''
        case --permitted-dns-domains
            echo ''
        case --pki-mount
            echo ''
        case --plan-out
            echo '/'
        case --policy
            echo '@'
        case --policy-arns
            echo ''
        case --policy-document
            echo '@'
        case --policy-identifiers
            echo ''
        case --port
            echo ''
        case --postal-code
            echo ''
        case --prefix
            echo ''
        case --private-key-format
            echo '=der pkcs8'
        case --product
            switch $argv[1]
                case 'sandbox serve' 'sandbox exec'
                    echo ''
                case '*'
                    echo '=documented hcp-terraform terraform-enterprise otf vault openbao nomad'
            end
        case --profile
            echo '!profile'
        case --project
            switch $argv[1]
                case 'skill install' 'skill uninstall'
                    echo '-'
                case '*'
                    echo ''
            end
        case --province
            echo ''
        case --purpose
            echo '=tls-server tls-client smime code'
        case --query
            echo ''
        case --rate
            echo ''
        case --reason
            echo '@'
        case --receipt-days
            echo ''
        case --region
            echo ''
        case --request-timeout
            echo ''
        case --resume
            switch $argv[1]
                case 'batch run'
                    echo '-'
                case '*'
                    echo '/'
            end
        case --revocation
            echo '=require check off'
        case --revoked-safety-buffer
            echo ''
        case --role
            switch $argv[1]
                case 'pki renew'
                    echo '!pki-role'
                case '*'
                    echo ''
            end
        case --role-arn
            echo ''
        case --role-arns
            echo ''
        case --role-id
            echo ''
        case --role-session-name
            echo ''
        case --rollback-ldif
            echo '@'
        case --root
            echo '/'
        case --rotation-period
            echo ''
        case --safety-buffer
            echo ''
        case --save
            echo '/'
        case --scenario
            echo ',crash-loop stuck-deployment forgotten-lock expired-certificate sealed-secrets'
        case --schema
            switch $argv[1]
                case 'manifest'
                    echo ''
                case '*'
                    echo '=openldap ad racf'
            end
        case --search-exclude-tags
            echo ''
        case --search-name
            echo ''
        case --search-tags
            echo ''
        case --search-wildcard-name
            echo ''
        case --secret-id-from
            echo '@'
        case --secret-key
            echo '@'
        case --secrets-ca-file
            echo '/'
        case --secrets-client-cert
            echo '/'
        case --secrets-client-key
            echo '/'
        case --secrets-namespace
            echo ''
        case --secrets-product
            echo '=documented vault openbao detect'
        case --secrets-server-name
            echo ''
        case --secrets-token
            echo '@'
        case --secrets-token-from
            echo ''
        case --secrets-url
            echo ''
        case --seed
            echo ''
        case --serial-number
            echo ''
        case --server-name
            echo ''
        case --service
            echo ',workspaces secrets jobs'
        case --service-account-names
            echo ''
        case --set
            echo ''
        case --setting-overwrites
            echo ''
        case --signature-bits
            echo ''
        case --since
            echo ''
        case --skid
            echo ''
        case --sort
            switch $argv[1]
                case 'job list'
                    echo '=ID -ID Namespace -Namespace Type -Type Priority -Priority Status -Status Stop -Stop ParentID -ParentID JobModifyIndex -JobModifyIndex SubmitTime -SubmitTime JobSummary -JobSummary'
                case 'job versions'
                    echo '=Version -Version Stable -Stable Stop -Stop Status -Status JobModifyIndex -JobModifyIndex VersionTag.Name -VersionTag.Name SubmitTime -SubmitTime'
                case 'job allocations'
                    echo '=ID -ID TaskGroup -TaskGroup JobVersion -JobVersion DesiredStatus -DesiredStatus ClientStatus -ClientStatus NodeName -NodeName EvalID -EvalID CreateTime -CreateTime ModifyTime -ModifyTime TaskStates -TaskStates'
                case 'job evaluations'
                    echo '=ID -ID TriggeredBy -TriggeredBy Status -Status StatusDescription -StatusDescription Priority -Priority BlockedEval -BlockedEval DeploymentID -DeploymentID CreateTime -CreateTime'
                case 'job deployments'
                    echo '=ID -ID JobVersion -JobVersion Status -Status StatusDescription -StatusDescription CreateTime -CreateTime ModifyTime -ModifyTime'
                case '*'
                    echo '=name -name current-run.created-at -current-run.created-at latest-change-at -latest-change-at'
            end
        case --source-name
            echo ''
        case --source-url
            echo ''
        case --start-time
            echo ''
        case --state
            echo '/'
        case --store-password-from
            echo '@'
        case --street-address
            echo ''
        case --sts-endpoint
            echo ''
        case --submission
            echo '@'
        case --tag
            echo ''
        case --tagged
            echo ''
        case --tail
            echo ''
        case --task
            echo ''
        case --time
            echo ''
        case --timeout
            echo ''
        case --title
            echo ''
        case --to
            echo '=previous stable'
        case --token
            echo ''
        case --token-file
            echo '/'
        case --token-keeper
            echo '=file system vendor'
        case --toolset
            echo ''
        case --trigger-patterns
            echo ''
        case --trigger-prefixes
            echo ''
        case --trust
            echo '/'
        case --try
            echo '=1 2 3'
        case --ttl
            echo ''
        case --type
            echo '=banner modal'
        case --unmanaged
            switch $argv[1]
                case 'diff'
                    echo ',workspace message pki-role pki-urls pki-crl-config cloud-role cloud-static-role cloud-config ldap-role ldap-static-role ldap-set ldap-config job all'
                case '*'
                    echo '-'
            end
        case --unset
            switch $argv[1]
                case 'workspace create'
                    echo ',auto-destroy-at auto-destroy-activity-duration'
                case 'workspace update'
                    echo ',auto-destroy-at auto-destroy-activity-duration vcs-repo'
                case 'message update'
                    echo ',end-time link option'
                case '*'
                    echo ',enforce-prior-version'
            end
        case --until
            echo ''
        case --upndomain
            echo ''
        case --uri-sans
            echo ''
        case --user-ids
            echo ''
        case --user-path
            echo ''
        case --userattr
            echo ''
        case --userdn
            echo ''
        case --username
            echo ''
        case --username-template
            echo '@'
        case --var
            echo ''
        case --var-file
            echo '/'
        case --variable-flags
            echo ''
        case --variables
            echo '@'
        case --vcs-repo
            echo '@'
        case --vcs-repo-branch
            echo ''
        case --vcs-repo-identifier
            echo ''
        case --vcs-repo-oauth-token-id
            echo ''
        case --vcs-repo-tags-regex
            echo ''
        case --vcs-repo-vcs-app-installation-id
            echo ''
        case --wait-timeout
            echo ''
        case --wave
            echo ''
        case --where
            switch $argv[1]
                case 'job list' 'job dispatch' 'job periodic force' 'job scale' 'job evaluate' 'job revert' 'job start' 'job restart' 'job promote' 'job fail' 'job stable' 'job stop'
                    echo ':ID~ Name~ Namespace~ Type~ Priority< Status~ StatusDescription~ Stop Stop=true Stop=false ParentID~ JobModifyIndex< SubmitTime< Datacenters~ NodePool~ Multiregion Meta CreateIndex< ModifyIndex< Region~ Version< Stable Stable=true Stable=false TaskGroups~ Periodic Periodic=true Periodic=false Periodic.Enabled Periodic.Enabled=true Periodic.Enabled=false Periodic.Spec~ Periodic.Specs~ Periodic.SpecType~ Periodic.ProhibitOverlap Periodic.ProhibitOverlap=true Periodic.ProhibitOverlap=false Periodic.TimeZone~ ParameterizedJob ParameterizedJob=true ParameterizedJob=false Affinities~ AllAtOnce AllAtOnce=true AllAtOnce=false Constraints~ ConsulNamespace~ VaultNamespace~ DispatchIdempotencyToken~ Dispatched Dispatched=true Dispatched=false Migrate NomadTokenID~ Payload~ Reschedule Spreads~ UI Update VersionTag VersionTag.Name~ VersionTag.Description~ VersionTag.TaggedTime< JobSummary'
                case 'cloud static-role update' 'cloud static-role delete' 'lease renew' 'lease revoke' 'mcp'
                    echo ''
                case 'ldap library list' 'ldap library update' 'ldap library delete' 'ldap library check-in' 'ldap library manage check-in'
                    echo ':name~ set_name~ service_account_names~ ttl< max_ttl< disable_check_in_enforcement disable_check_in_enforcement=true disable_check_in_enforcement=false key~'
                case 'ldap static-role list' 'ldap static-role update' 'ldap static-role delete' 'ldap static-role rotate'
                    echo ':name~ role_name~ username~ dn~ rotation_period< last_vault_rotation< key~'
                case 'message list' 'message update' 'message delete'
                    echo ':id~ title~ status~ type~ type=banner type=modal authenticated authenticated=true authenticated=false active active=true active=false start_time< end_time< link options message~ key~'
                case 'pki role update' 'pki role list' 'pki role delete'
                    echo ':name~ ttl< max_ttl< allow_localhost allow_localhost=true allow_localhost=false allowed_domains~ allowed_domains_template allowed_domains_template=true allowed_domains_template=false allow_bare_domains allow_bare_domains=true allow_bare_domains=false allow_subdomains allow_subdomains=true allow_subdomains=false allow_glob_domains allow_glob_domains=true allow_glob_domains=false allow_wildcard_certificates allow_wildcard_certificates=true allow_wildcard_certificates=false allow_any_name allow_any_name=true allow_any_name=false enforce_hostnames enforce_hostnames=true enforce_hostnames=false allow_ip_sans allow_ip_sans=true allow_ip_sans=false allowed_uri_sans~ allowed_uri_sans_template allowed_uri_sans_template=true allowed_uri_sans_template=false allowed_other_sans~ allowed_serial_numbers~ server_flag server_flag=true server_flag=false client_flag client_flag=true client_flag=false code_signing_flag code_signing_flag=true code_signing_flag=false email_protection_flag email_protection_flag=true email_protection_flag=false key_type~ key_type=rsa key_type=ec key_type=ed25519 key_type=any key_bits< signature_bits< key_usage~ ext_key_usage~ ext_key_usage_oids~ use_csr_common_name use_csr_common_name=true use_csr_common_name=false use_csr_sans use_csr_sans=true use_csr_sans=false ou~ organization~ country~ locality~ province~ street_address~ postal_code~ generate_lease generate_lease=true generate_lease=false no_store no_store=true no_store=false require_cn require_cn=true require_cn=false policy_identifiers~ basic_constraints_valid_for_non_ca basic_constraints_valid_for_non_ca=true basic_constraints_valid_for_non_ca=false not_before_duration< not_after< issuer_ref~ use_pss use_pss=true use_pss=false cn_validations~ allowed_user_ids~ allowed_ip_sans_cidr~ allow_globs_in_identity_templates allow_globs_in_identity_templates=true allow_globs_in_identity_templates=false not_before~ not_before_bound~ not_before_bound=permit not_before_bound=duration not_before_bound=forbid not_after_bound~ allow_token_displayname allow_token_displayname=true allow_token_displayname=false key~'
                case 'cloud role update' 'cloud role list' 'cloud role delete'
                    echo ':name~ credential_type~ credential_type=iam_user credential_type=assumed_role credential_type=federation_token credential_type=session_token role_arns~ policy_arns~ policy_document~ iam_groups~ iam_tags default_sts_ttl< max_sts_ttl< user_path~ permissions_boundary_arn~ mfa_serial_number~ invalid_data~ external_id~ session_tags key~'
                case 'ldap role list' 'ldap role update' 'ldap role delete'
                    echo ':name~ role_name~ default_ttl< max_ttl< username_template~ creation_ldif~ deletion_ldif~ rollback_ldif~ key~'
                case 'cloud static-role list' 'lease list'
                    echo ':key~'
                case 'diff' 'apply'
                    echo ':kind~ name~ action~ result~ wave< fields~ where~ reason~ hint~ mount~ namespace~ changes~ plan uncompared~'
                case 'workspace consumer list'
                    echo ':id~ type~ name~ organization~ project~ description~ execution-mode~ agent-pool-id~ agent-pool~ engine-version~< locked locked=true locked=false locked-by~ holder~ locked-reason~ auto-apply auto-apply=true auto-apply=false auto-apply-run-trigger auto-apply-run-trigger=true auto-apply-run-trigger=false allow-destroy-plan allow-destroy-plan=true allow-destroy-plan=false assessments-enabled assessments-enabled=true assessments-enabled=false auto-destroy-at< auto-destroy-activity-duration< file-triggers-enabled file-triggers-enabled=true file-triggers-enabled=false global-remote-state global-remote-state=true global-remote-state=false operations operations=true operations=false queue-all-runs queue-all-runs=true queue-all-runs=false source-name~ source-url~ speculative-enabled speculative-enabled=true speculative-enabled=false trigger-patterns~ trigger-prefixes~ working-directory~ setting-overwrites vcs-repo vcs-repo.identifier~ vcs-repo.oauth-token-id~ vcs-repo.vcs-app-installation-id~ vcs-repo.github-app-installation-id~ vcs-repo.branch~ vcs-repo.ingress-submodules vcs-repo.ingress-submodules=true vcs-repo.ingress-submodules=false vcs-repo.tags-regex~ vcs-repo.display-identifier~ vcs-repo.repository-http-url~ vcs-repo.service-provider~ vcs-repo.webhook-url~ apply-duration-average< plan-duration-average< policy-check-failures< run-failures< workspace-kpis-run-count< tag-names~ resource-count< latest-change-at< created-at< updated-at< current-run~ latest-run~ current-state-version~ current-configuration-version~ ssh-key~ data-retention-policy~ remote-state-consumers~ outputs~ readme~ actions permissions can-queue-destroy-plan can-queue-destroy-plan=true can-queue-destroy-plan=false environment~ migration-environment~ structured-run-output-enabled structured-run-output-enabled=true structured-run-output-enabled=false auto-destroy-status~ inherits-project-auto-destroy inherits-project-auto-destroy=true inherits-project-auto-destroy=false project-remote-state project-remote-state=true project-remote-state=false hyok-enabled hyok-enabled=true hyok-enabled=false vcs-repo-identifier~ oauth-client-name~ last-assessment-result-at< source~ vars~'
                case 'workspace tag list'
                    echo ':id~ type~ name~ instance-count< organization~'
                case 'pki issuer list'
                    echo ':key~ issuer_name~ is_default is_default=true is_default=false serial_number~ key_id~'
                case 'pki revoke'
                    echo ':serial_number~ certificate~ revocation_time< revocation_time_rfc3339~ issuer_id~ ca_chain~ key~ common_name~ dns_names~ issuer~ key_type~ key_bits< not_before< not_after<'
                case 'pki inventory'
                    echo ':serial~ common_name~ names~ subject~ issuer~ not_before< not_after< days_left< key~ ca ca=true ca=false revoked~ revoked_at< superseded superseded=true superseded=false findings~ due due=true due=false mount~'
                case 'ldap library status'
                    echo ':account~ available available=true available=false borrower_entity_id~ borrower_client_token~'
                case 'job versions'
                    echo ':ID~ Name~ Namespace~ Type~ Priority< Status~ StatusDescription~ Stop Stop=true Stop=false ParentID~ JobModifyIndex< SubmitTime< Datacenters~ NodePool~ Multiregion Meta CreateIndex< ModifyIndex< Region~ Version< Stable Stable=true Stable=false TaskGroups~ Periodic Periodic.Enabled Periodic.Enabled=true Periodic.Enabled=false Periodic.Spec~ Periodic.Specs~ Periodic.SpecType~ Periodic.ProhibitOverlap Periodic.ProhibitOverlap=true Periodic.ProhibitOverlap=false Periodic.TimeZone~ ParameterizedJob Affinities~ AllAtOnce AllAtOnce=true AllAtOnce=false Constraints~ ConsulNamespace~ VaultNamespace~ DispatchIdempotencyToken~ Dispatched Dispatched=true Dispatched=false Migrate NomadTokenID~ Payload~ Reschedule Spreads~ UI Update VersionTag VersionTag.Name~ VersionTag.Description~ VersionTag.TaggedTime<'
                case 'job allocations'
                    echo ':ID~ Name~ Namespace~ EvalID~ NodeID~ NodeName~ JobID~ JobType~ JobVersion< TaskGroup~ DesiredStatus~ DesiredDescription~ DesiredTransition ClientStatus~ ClientDescription~ DeploymentStatus FollowupEvalID~ NextAllocation~ PreemptedAllocations~ PreemptedByAllocation~ RescheduleTracker TaskStates AllocatedResources CreateTime< ModifyTime< CreateIndex< ModifyIndex<'
                case 'job evaluations'
                    echo ':ID~ Namespace~ JobID~ JobModifyIndex< Type~ TriggeredBy~ Status~ StatusDescription~ Priority< BlockedEval~ PreviousEval~ NextEval~ DeploymentID~ NodeID~ NodeModifyIndex< Wait< WaitUntil< ClassEligibility EscapedComputedClass EscapedComputedClass=true EscapedComputedClass=false FailedTGAllocs QueuedAllocations PlanAnnotations SnapshotIndex< QuotaLimitReached~ AnnotatePlan AnnotatePlan=true AnnotatePlan=false CreateTime< ModifyTime< CreateIndex< ModifyIndex<'
                case 'job deployments'
                    echo ':ID~ Namespace~ JobID~ JobVersion< JobModifyIndex< JobSpecModifyIndex< JobCreateIndex< Status~ StatusDescription~ TaskGroups EvalPriority< IsMultiregion IsMultiregion=true IsMultiregion=false CreateTime< ModifyTime< CreateIndex< ModifyIndex<'
                case 'job summary'
                    echo ':group~ Queued< Starting< Running< Complete< Failed< Lost< Unknown<'
                case 'job scale-status'
                    echo ':group~ Desired< Placed< Running< Healthy< Unhealthy< Events~'
                case 'job services'
                    echo ':ID~ ServiceName~ Namespace~ Address~ Port< Tags~ Datacenter~ JobID~ NodeID~ AllocID~ CreateIndex< ModifyIndex<'
                case 'job actions'
                    echo ':Name~ TaskGroupName~ TaskName~ Command~ Args~'
                case 'export'
                    echo '&workspace:name~ workspace:id~ workspace:type~ workspace:organization~ workspace:project~ workspace:description~ workspace:execution-mode~ workspace:execution-mode=remote workspace:execution-mode=local workspace:execution-mode=agent workspace:agent-pool-id~ workspace:agent-pool~ workspace:engine-version~< workspace:locked workspace:locked=true workspace:locked=false workspace:locked-by~ workspace:holder~ workspace:locked-reason~ workspace:auto-apply workspace:auto-apply=true workspace:auto-apply=false workspace:auto-apply-run-trigger workspace:auto-apply-run-trigger=true workspace:auto-apply-run-trigger=false workspace:allow-destroy-plan workspace:allow-destroy-plan=true workspace:allow-destroy-plan=false workspace:assessments-enabled workspace:assessments-enabled=true workspace:assessments-enabled=false workspace:auto-destroy-at< workspace:auto-destroy-activity-duration< workspace:file-triggers-enabled workspace:file-triggers-enabled=true workspace:file-triggers-enabled=false workspace:global-remote-state workspace:global-remote-state=true workspace:global-remote-state=false workspace:operations workspace:operations=true workspace:operations=false workspace:queue-all-runs workspace:queue-all-runs=true workspace:queue-all-runs=false workspace:source-name~ workspace:source-url~ workspace:speculative-enabled workspace:speculative-enabled=true workspace:speculative-enabled=false workspace:trigger-patterns~ workspace:trigger-prefixes~ workspace:working-directory~ workspace:setting-overwrites workspace:vcs-repo workspace:vcs-repo.identifier~ workspace:vcs-repo.oauth-token-id~ workspace:vcs-repo.vcs-app-installation-id~ workspace:vcs-repo.github-app-installation-id~ workspace:vcs-repo.branch~ workspace:vcs-repo.ingress-submodules workspace:vcs-repo.ingress-submodules=true workspace:vcs-repo.ingress-submodules=false workspace:vcs-repo.tags-regex~ workspace:vcs-repo.display-identifier~ workspace:vcs-repo.repository-http-url~ workspace:vcs-repo.service-provider~ workspace:vcs-repo.webhook-url~ workspace:apply-duration-average< workspace:plan-duration-average< workspace:policy-check-failures< workspace:run-failures< workspace:workspace-kpis-run-count< workspace:tag-names~ workspace:resource-count< workspace:latest-change-at< workspace:created-at< workspace:updated-at< workspace:current-run~ workspace:latest-run~ workspace:current-state-version~ workspace:current-configuration-version~ workspace:ssh-key~ workspace:data-retention-policy~ workspace:remote-state-consumers~ workspace:outputs~ workspace:readme~ workspace:actions workspace:permissions workspace:can-queue-destroy-plan workspace:can-queue-destroy-plan=true workspace:can-queue-destroy-plan=false workspace:environment~ workspace:migration-environment~ workspace:structured-run-output-enabled workspace:structured-run-output-enabled=true workspace:structured-run-output-enabled=false workspace:auto-destroy-status~ workspace:inherits-project-auto-destroy workspace:inherits-project-auto-destroy=true workspace:inherits-project-auto-destroy=false workspace:project-remote-state workspace:project-remote-state=true workspace:project-remote-state=false workspace:hyok-enabled workspace:hyok-enabled=true workspace:hyok-enabled=false workspace:vcs-repo-identifier~ workspace:oauth-client-name~ workspace:last-assessment-result-at< workspace:source~ workspace:vars~ workspace:tag~ message:id~ message:title~ message:status~ message:type~ message:type=banner message:type=modal message:authenticated message:authenticated=true message:authenticated=false message:active message:active=true message:active=false message:start_time< message:end_time< message:link message:options message:message~ message:key~ pki-role:name~ pki-role:ttl< pki-role:max_ttl< pki-role:allow_localhost pki-role:allow_localhost=true pki-role:allow_localhost=false pki-role:allowed_domains~ pki-role:allowed_domains_template pki-role:allowed_domains_template=true pki-role:allowed_domains_template=false pki-role:allow_bare_domains pki-role:allow_bare_domains=true pki-role:allow_bare_domains=false pki-role:allow_subdomains pki-role:allow_subdomains=true pki-role:allow_subdomains=false pki-role:allow_glob_domains pki-role:allow_glob_domains=true pki-role:allow_glob_domains=false pki-role:allow_wildcard_certificates pki-role:allow_wildcard_certificates=true pki-role:allow_wildcard_certificates=false pki-role:allow_any_name pki-role:allow_any_name=true pki-role:allow_any_name=false pki-role:enforce_hostnames pki-role:enforce_hostnames=true pki-role:enforce_hostnames=false pki-role:allow_ip_sans pki-role:allow_ip_sans=true pki-role:allow_ip_sans=false pki-role:allowed_uri_sans~ pki-role:allowed_uri_sans_template pki-role:allowed_uri_sans_template=true pki-role:allowed_uri_sans_template=false pki-role:allowed_other_sans~ pki-role:allowed_serial_numbers~ pki-role:server_flag pki-role:server_flag=true pki-role:server_flag=false pki-role:client_flag pki-role:client_flag=true pki-role:client_flag=false pki-role:code_signing_flag pki-role:code_signing_flag=true pki-role:code_signing_flag=false pki-role:email_protection_flag pki-role:email_protection_flag=true pki-role:email_protection_flag=false pki-role:key_type~ pki-role:key_type=rsa pki-role:key_type=ec pki-role:key_type=ed25519 pki-role:key_type=any pki-role:key_bits< pki-role:signature_bits< pki-role:key_usage~ pki-role:ext_key_usage~ pki-role:ext_key_usage_oids~ pki-role:use_csr_common_name pki-role:use_csr_common_name=true pki-role:use_csr_common_name=false pki-role:use_csr_sans pki-role:use_csr_sans=true pki-role:use_csr_sans=false pki-role:ou~ pki-role:organization~ pki-role:country~ pki-role:locality~ pki-role:province~ pki-role:street_address~ pki-role:postal_code~ pki-role:generate_lease pki-role:generate_lease=true pki-role:generate_lease=false pki-role:no_store pki-role:no_store=true pki-role:no_store=false pki-role:require_cn pki-role:require_cn=true pki-role:require_cn=false pki-role:policy_identifiers~ pki-role:basic_constraints_valid_for_non_ca pki-role:basic_constraints_valid_for_non_ca=true pki-role:basic_constraints_valid_for_non_ca=false pki-role:not_before_duration< pki-role:not_after< pki-role:issuer_ref~ pki-role:use_pss pki-role:use_pss=true pki-role:use_pss=false pki-role:cn_validations~ pki-role:allowed_user_ids~ pki-role:allowed_ip_sans_cidr~ pki-role:allow_globs_in_identity_templates pki-role:allow_globs_in_identity_templates=true pki-role:allow_globs_in_identity_templates=false pki-role:not_before~ pki-role:not_before_bound~ pki-role:not_before_bound=permit pki-role:not_before_bound=duration pki-role:not_before_bound=forbid pki-role:not_after_bound~ pki-role:allow_token_displayname pki-role:allow_token_displayname=true pki-role:allow_token_displayname=false pki-role:key~ cloud-role:name~ cloud-role:credential_type~ cloud-role:credential_type=iam_user cloud-role:credential_type=assumed_role cloud-role:credential_type=federation_token cloud-role:credential_type=session_token cloud-role:role_arns~ cloud-role:policy_arns~ cloud-role:policy_document~ cloud-role:iam_groups~ cloud-role:iam_tags cloud-role:default_sts_ttl< cloud-role:max_sts_ttl< cloud-role:user_path~ cloud-role:permissions_boundary_arn~ cloud-role:mfa_serial_number~ cloud-role:invalid_data~ cloud-role:external_id~ cloud-role:session_tags cloud-role:key~ ldap-role:name~ ldap-role:role_name~ ldap-role:default_ttl< ldap-role:max_ttl< ldap-role:username_template~ ldap-role:creation_ldif~ ldap-role:deletion_ldif~ ldap-role:rollback_ldif~ ldap-role:key~ ldap-static-role:name~ ldap-static-role:role_name~ ldap-static-role:username~ ldap-static-role:dn~ ldap-static-role:rotation_period< ldap-static-role:last_vault_rotation< ldap-static-role:key~ ldap-set:name~ ldap-set:set_name~ ldap-set:service_account_names~ ldap-set:ttl< ldap-set:max_ttl< ldap-set:disable_check_in_enforcement ldap-set:disable_check_in_enforcement=true ldap-set:disable_check_in_enforcement=false ldap-set:key~ job:ID~ job:Name~ job:Namespace~ job:Type~ job:Priority< job:Status~ job:StatusDescription~ job:Stop job:Stop=true job:Stop=false job:ParentID~ job:JobModifyIndex< job:SubmitTime< job:Datacenters~ job:NodePool~ job:Multiregion job:Meta job:CreateIndex< job:ModifyIndex< job:Region~ job:Version< job:Stable job:Stable=true job:Stable=false job:TaskGroups~ job:Periodic job:Periodic=true job:Periodic=false job:Periodic.Enabled job:Periodic.Enabled=true job:Periodic.Enabled=false job:Periodic.Spec~ job:Periodic.Specs~ job:Periodic.SpecType~ job:Periodic.ProhibitOverlap job:Periodic.ProhibitOverlap=true job:Periodic.ProhibitOverlap=false job:Periodic.TimeZone~ job:ParameterizedJob job:ParameterizedJob=true job:ParameterizedJob=false job:Affinities~ job:AllAtOnce job:AllAtOnce=true job:AllAtOnce=false job:Constraints~ job:ConsulNamespace~ job:VaultNamespace~ job:DispatchIdempotencyToken~ job:Dispatched job:Dispatched=true job:Dispatched=false job:Migrate job:NomadTokenID~ job:Payload~ job:Reschedule job:Spreads~ job:UI job:Update job:VersionTag job:VersionTag.Name~ job:VersionTag.Description~ job:VersionTag.TaggedTime< job:JobSummary'
                case 'changes'
                    echo ':id~ time< command~ profile~ origin~ state~ objects< done< failed< unknown< left< by~ reason~'
                case '*'
                    echo ':name~ id~ type~ organization~ project~ description~ execution-mode~ execution-mode=remote execution-mode=local execution-mode=agent agent-pool-id~ agent-pool~ engine-version~< locked locked=true locked=false locked-by~ holder~ locked-reason~ auto-apply auto-apply=true auto-apply=false auto-apply-run-trigger auto-apply-run-trigger=true auto-apply-run-trigger=false allow-destroy-plan allow-destroy-plan=true allow-destroy-plan=false assessments-enabled assessments-enabled=true assessments-enabled=false auto-destroy-at< auto-destroy-activity-duration< file-triggers-enabled file-triggers-enabled=true file-triggers-enabled=false global-remote-state global-remote-state=true global-remote-state=false operations operations=true operations=false queue-all-runs queue-all-runs=true queue-all-runs=false source-name~ source-url~ speculative-enabled speculative-enabled=true speculative-enabled=false trigger-patterns~ trigger-prefixes~ working-directory~ setting-overwrites vcs-repo vcs-repo.identifier~ vcs-repo.oauth-token-id~ vcs-repo.vcs-app-installation-id~ vcs-repo.github-app-installation-id~ vcs-repo.branch~ vcs-repo.ingress-submodules vcs-repo.ingress-submodules=true vcs-repo.ingress-submodules=false vcs-repo.tags-regex~ vcs-repo.display-identifier~ vcs-repo.repository-http-url~ vcs-repo.service-provider~ vcs-repo.webhook-url~ apply-duration-average< plan-duration-average< policy-check-failures< run-failures< workspace-kpis-run-count< tag-names~ resource-count< latest-change-at< created-at< updated-at< current-run~ latest-run~ current-state-version~ current-configuration-version~ ssh-key~ data-retention-policy~ remote-state-consumers~ outputs~ readme~ actions permissions can-queue-destroy-plan can-queue-destroy-plan=true can-queue-destroy-plan=false environment~ migration-environment~ structured-run-output-enabled structured-run-output-enabled=true structured-run-output-enabled=false auto-destroy-status~ inherits-project-auto-destroy inherits-project-auto-destroy=true inherits-project-auto-destroy=false project-remote-state project-remote-state=true project-remote-state=false hyok-enabled hyok-enabled=true hyok-enabled=false vcs-repo-identifier~ oauth-client-name~ last-assessment-result-at< source~ vars~ tag~'
            end
        case --why
            echo ''
        case --working-directory
            echo ''
        case --workspaces-ca-file
            echo '/'
        case --workspaces-client-cert
            echo '/'
        case --workspaces-client-key
            echo '/'
        case --workspaces-product
            echo '=documented hcp-terraform terraform-enterprise otf detect'
        case --workspaces-server-name
            echo ''
        case --workspaces-token-from
            echo ''
        case --workspaces-url
            echo ''
        case --wrap-ttl
            echo ''
        case --write-secrets
            echo ''
        case '*'
            echo -- -
    end
end

function __trivet_names -a kind parent
    set -l given $argv[3..]
    set -l folder
    set -l profiles
    if test -n "$TRIVET_CONFIG_DIR"
        set folder $TRIVET_CONFIG_DIR/cache
        set profiles $TRIVET_CONFIG_DIR/profiles.json
    else
        test -n "$HOME"; or return
        set folder $HOME/.cache/trivet
        set profiles $HOME/.config/trivet/profiles.json
        string match -q '/*' -- "$XDG_CACHE_HOME"; and set folder $XDG_CACHE_HOME/trivet
        string match -q '/*' -- "$XDG_CONFIG_HOME"; and set profiles $XDG_CONFIG_HOME/trivet/profiles.json
    end
    set -l file $folder/names/$kind
    set -l context (string join '|' -- "$parent" "$given" "$TRIVET_PROFILE" "$TRIVET_WORKSPACES_URL" "$TRIVET_ORGANIZATION" "$TFE_ADDRESS" "$TFE_HOSTNAME" "$TFE_ORGANIZATION" "$TFE_ORG" "$TF_CLOUD_HOSTNAME" "$TF_CLOUD_ORGANIZATION" "$TRIVET_SECRETS_URL" "$TRIVET_SECRETS_NAMESPACE" "$BAO_ADDR" "$BAO_NAMESPACE" "$VAULT_ADDR" "$VAULT_NAMESPACE" "$TRIVET_JOBS_URL" "$TRIVET_JOBS_NAMESPACE" "$TRIVET_JOBS_REGION" "$NOMAD_ADDR" "$NOMAD_NAMESPACE" "$NOMAD_REGION" | string collect)
    string match -q '*://*@*' -- $context; and return
    set context (string replace -ra '[^!-~]' _ -- $context | string collect)
    set -l asked completion candidates $kind
    test -n "$parent"; and set -a asked $parent
    set -a asked $given --context=$context
    __trivet_read $file $profiles $context
    switch $status
        case 0
            return
        case 2
            command trivet $asked </dev/null >/dev/null 2>&1 &
            disown 2>/dev/null
            return
    end
    command trivet $asked </dev/null >/dev/null 2>&1
    __trivet_read $file $profiles $context
end

# Prints the names; status 1 when the file cannot be used, 2 when the names are old.
function __trivet_read -a file profiles context
    test -f $file -a -r $file; or return 1
    test -e $profiles; and test $profiles -nt $file; and return 1
    set -l lines
    while read -l line
        set -a lines $line
    end <$file
    string match -q 'trivet names 1 *' -- $lines[1]; or return 1
    test "$lines[2]" = "$context"; or return 1
    set -l expires (string match -r '\d{1,14}$' -- $lines[1]); or return 1
    set -l now (date +%s)
    test $now -lt (math $expires + 600); or return 1
    # Nothing that a terminal would obey, whoever wrote the file; fish quotes what a shell would obey, but for ~.
    # After a tab a name can have a summary.
    string match -r '^[^~\p{C}-][^\p{C}]*(?:\t[A-Za-z0-9., -]*)?$' -- $lines[3..]
    test $now -lt $expires; and return 0
    return 2
end

# The fields of conditions; after a field its operators; after = the values that are known. fish quotes them.
function __trivet_conditions -a part before
    set -l part (string replace -r '^["\']' '' -- $part | string replace -ra '\\\\(.)' '$1' | string collect)
    set -l words $argv[3..]
    set -l values (string match '*=*' -- $words)
    set -l marked (string match -v '*=*' -- $words)
    if set -l typed (string match -r '^([^=!~<>]+)(!?=)[^=]*$' -- $part)
        for word in $values
            set -l two (string split -m 1 = -- $word)
            test "$two[1]" = "$typed[2]"; and printf '%s\n' $before$two[1]$typed[3]$two[2]
        end
        return
    end
    set -l found
    set -l exact
    for word in $marked
        set -l name (string replace -r '[~<]+$' '' -- $word)
        test "$part" = (string sub -l (string length -- "$part") -- $name); or continue
        set -a found $name
        test "$name" = "$part"; or test (count $found) -eq 1; and set exact $word
    end
    set -q found[1]; or return
    set -l name (string replace -r '[~<]+$' '' -- $exact)
    if test "$name" != "$part" -a (count $found) -gt 1
        # Without a space after it, as fish has it for what ends in =.
        printf '%s\n' $before$found=
        return
    end
    for one in $found
        test "$one" = "$name"; or printf '%s\n' $before$one=
    end
    set -l operators = !=
    string match -q '*~*' -- $exact; and set -a operators '~'
    string match -q '*<*' -- $exact; and set -a operators '<' '<=' '>' '>='
    printf '%s\n' $before$name$operators
end

# The value of the flag $argv[2]; of conditions on several kinds (kind:word) those of the kinds that were typed, or all.
function __trivet_spec -a path flag
    set -l spec (__trivet_value $path $flag)
    if not string match -q '&*' -- $spec
        echo -- $spec
        return
    end
    set -l kinds
    set -q argv[3]; and set kinds (string replace -r ':.*' '' -- $argv[3..] | string replace -r '.*@' '')
    set -l chosen
    for word in (string split ' ' -- (string sub -s 2 -- $spec))
        set -l two (string split -m 1 : -- $word)
        set -q kinds[1]; and not contains -- $two[1] $kinds; and continue
        contains -- $two[2] $chosen; or set -a chosen $two[2]
    end
    set -q chosen[1]; and echo ":$chosen"
end

# Words in two stages: what stands before the colon, then the words or live names after it.
function __trivet_staged -a part before
    set -l words (string split ' ' -- (string sub -s 2 -- $argv[3]))
    set -l given $argv[4..]
    if string match -q '*:*' -- $part
        set -l two (string split -m 1 : -- $part)
        set -l name $two[1]
        set -l ahead $before$name:
        if set -l profile (string match -rg '^([^@]+)@' -- $name)
            # The names are those of another profile.
            set -a given --profile=$profile
            set name (string replace -r '^[^@]+@' '' -- $name)
        end
        if contains -- $name:! $words
            __trivet_offer !$name "$two[2]" $ahead '' $given
        else
            for word in $words
                string match -q -- "$name:*" $word; and printf '%s\n' $ahead(string replace -r '^[^:]*:' '' -- $word)
            end
        end
        return
    end
    contains -- / $words; and __fish_complete_path $part
    for word in (string match -v / -- $words | string replace -r ':.*' : | sort -u)
        printf '%s\n' $before$word
    end
end

# What the value $argv[2] of the kind $argv[1] may become.
function __trivet_offer -a spec part
    set -l before $argv[3]
    set -l typed $argv[4]
    set -l given $argv[5..]
    switch $spec
        case '=*'
            printf '%s\n' $before(string split ' ' -- (string sub -s 2 -- $spec))
        case ',*'
            set -l head (string match -r '^.*,' -- $part)
            printf '%s\n' $before"$head"(string split ' ' -- (string sub -s 2 -- $spec))
        case '!*'
            set -l parent
            switch $spec
                case '!allocation' '!action' '!group' '!job-version' '!borrowed-account'
                    set parent $typed
                case '!environment'
                    set parent $PWD
                case '!workspace'
                    set parent (string match -rg '^([A-Za-z0-9_-]+)/' -- $part)
                case '!ldap-static-role' '!ldap-set'
                    set parent (string match -rg '^([A-Za-z0-9._/-]+)/' -- $part)
            end
            set -l names (__trivet_names (string sub -s 2 -- $spec) "$parent" $given)
            test (count $names) -gt 0; and printf '%s\n' $before$names
        case '%*'
            __trivet_staged "$part" "$before" $spec $given
        case ':*'
            __trivet_conditions "$part" "$before" (string split ' ' -- (string sub -s 2 -- $spec))
        case /
            __fish_complete_path $part
        case @
            if string match -q '@*' -- $part
                set -l paths (__fish_complete_path (string sub -s 2 -- $part))
                test (count $paths) -gt 0; and printf '%s\n' $before@$paths
            end
    end
end

function __trivet_complete
    set -l words (commandline -opc)
    set -l part (commandline -ct)
    set -l path
    set -l open 1
    set -l flag
    set -l typed
    set -l given
    set -l children (string split -f 1 \t -- (__trivet_children ''))
    set -e words[1]
    while test (count $words) -gt 0
        set -l word $words[1]
        set -e words[1]
        switch $word
            case --
                set -l places (__trivet_places "$path")
                contains -- -- $places; and complete -C (string join ' ' -- $words $part)
                return
            case '--*=*'
                set -l two (string split -m 1 = -- $word)
                contains -- $two[1] --profile --base-url --token-file --ca-file --product --organization --namespace --region --mount; and set -a given $word
            case '-?*'
                test "$(__trivet_value "$path" $word)" = -; and continue
                if test (count $words) -eq 0
                    set flag $word
                else
                    contains -- $word --profile --base-url --token-file --ca-file --product --organization --namespace --region --mount; and set -a given $word=$words[1]
                    set -e words[1]
                end
            case '*'
                if test -n "$open"; and contains -- $word $children
                    set path (string trim -- "$path $word")
                    set children (string split -f 1 \t -- (__trivet_children $path))
                else
                    set open
                    set -a typed $word
                end
        end
    end
    set -l first ''
    set -q typed[1]; and set first $typed[1]
    if test -n "$flag"
        __trivet_offer "$(__trivet_spec "$path" $flag $typed)" "$part" '' "$first" $given
    else if string match -q -- '--*=*' $part
        set -l two (string split -m 1 = -- $part)
        set -l spec (__trivet_spec "$path" $two[1] $typed)
        test "$spec" = -; and set spec '=true false'
        __trivet_offer "$spec" "$two[2]" $two[1]= "$first" $given
    else if string match -q -- '-*' $part
        __trivet_flags "$path"
    else
        test -n "$open"; and __trivet_children "$path"
        set -l places (__trivet_places "$path"); or return
        set -l index (math (count $typed) + 1)
        if set -l dots (contains -i -- ... $places)
            test $index -ge $dots; and set index (math $dots - 1)
        end
        if set -q places[$index]; and test $index -gt 0
            __trivet_offer $places[$index] "$part" '' "$first" $given
        end
    end
end

complete -c trivet -f -a '(__trivet_complete)'
