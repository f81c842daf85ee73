# trivet completion for bash 4.4 or newer. Generated from the catalogue: do not edit.
# Static words are answered here, without starting a process. Live names come from files that
# "trivet completion candidates" writes, waited for 300 ms at most, by reading only.
((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 404)) || return 0

# Sets children: the words that may follow the path $1.
_trivet_children() {
  case $1 in
    '') children='workspace message pki cloud ldap job lease export diff apply status how watch changes undo profile login logout auth whoami api batch sandbox doctor completion man manifest mcp skill version help' ;;
    'workspace') children='create list show update delete force-delete lock unlock force-unlock ssh-key consumer tag retention-policy' ;;
    'workspace ssh-key') children='assign unassign' ;;
    'workspace consumer') children='list add replace remove' ;;
    'workspace tag') children='list add remove' ;;
    'workspace retention-policy') children='show set delete' ;;
    'message') children='list create show update delete' ;;
    'pki') children='ca cert crl urls intermediate issue issuer revoke role root sign renew sign-verbatim tidy tidy-status guard inspect verify inventory' ;;
    'pki ca') children='show chain import' ;;
    'pki cert') children='show download list' ;;
    'pki crl') children='config show rotate' ;;
    'pki crl config') children='show set' ;;
    'pki urls') children='show set' ;;
    'pki intermediate') children='generate set-signed' ;;
    'pki issuer') children='list show' ;;
    'pki role') children='write update show list delete' ;;
    'pki root') children='generate delete sign-intermediate sign-self-issued' ;;
    'cloud') children='config lease role creds sts static-role static-creds' ;;
    'cloud config') children='set show rotate-root' ;;
    'cloud lease') children='set show' ;;
    'cloud role') children='write update show list delete' ;;
    'cloud static-role') children='list write update show delete' ;;
    'ldap') children='config rotate-root static-role static-cred role creds library' ;;
    'ldap config') children='set show delete' ;;
    'ldap static-role') children='list write update show delete rotate' ;;
    'ldap role') children='list show write update delete' ;;
    'ldap library') children='list write update show delete status check-out check-in manage' ;;
    'ldap library manage') children='check-in' ;;
    'job') children='list show status register update plan parse submission versions allocations evaluations deployments deployment summary scale-status services actions dispatch periodic scale evaluate revert start diff logs events restart promote fail stable stop wait action' ;;
    'job periodic') children='force' ;;
    'lease') children='lookup list renew revoke unwrap recover' ;;
    'status') children='acknowledge' ;;
    'changes') children='show continue settle' ;;
    'profile') children='set show list use delete explain' ;;
    'auth') children='login logout status' ;;
    'batch') children='run' ;;
    'sandbox') children='start serve exec' ;;
    'completion') children='install uninstall' ;;
    'man') children='install uninstall' ;;
    'skill') children='install uninstall' ;;
    'help') children='exit-codes environment output where many profiles products files lending flags guide agents certificates changes ci commands concepts desired-state glossary incident installation library login migration performance sandbox servers troubleshooting upgrade-and-uninstall waiting workspace message pki cloud ldap job lease export diff apply status how watch undo profile logout auth whoami api batch doctor completion man manifest mcp skill version' ;;
    'help guide') children='agents certificates changes ci commands concepts desired-state glossary incident installation lending library login many migration output performance products sandbox servers troubleshooting upgrade-and-uninstall waiting' ;;
    *) children= ;;
  esac
}

# Sets flags, places and more for the command $1; fails where $1 is not a command.
_trivet_command() {
  places=() variadic= tail=
  case $1 in
    'workspace create') flags='--agent-pool-id --allow-destroy-plan --no-allow-destroy-plan --assessments-enabled --no-assessments-enabled --auto-apply --no-auto-apply --auto-apply-run-trigger --no-auto-apply-run-trigger --auto-destroy-at --auto-destroy-activity-duration --description --execution-mode --file-triggers-enabled --no-file-triggers-enabled --global-remote-state --no-global-remote-state --queue-all-runs --no-queue-all-runs --speculative-enabled --no-speculative-enabled --engine-version --trigger-patterns --trigger-prefixes --working-directory --setting-overwrites --project --tag --source-name --source-url --vcs-repo-identifier --vcs-repo-oauth-token-id --vcs-repo-branch --vcs-repo-ingress-submodules --no-vcs-repo-ingress-submodules --vcs-repo-tags-regex --set --body --unset --organization --by' places=('') ;;
    'workspace list') flags='--page-number --page-size --search-name --search-tags --search-exclude-tags --search-wildcard-name --sort --filter-project-id --filter-current-run-status --tagged --include --limit --where --organization --by' ;;
    'workspace show') flags='--include --organization --by' places=('!workspace') ;;
    'workspace update') flags='--agent-pool-id --allow-destroy-plan --no-allow-destroy-plan --assessments-enabled --no-assessments-enabled --auto-apply --no-auto-apply --auto-apply-run-trigger --no-auto-apply-run-trigger --auto-destroy-at --auto-destroy-activity-duration --description --execution-mode --file-triggers-enabled --no-file-triggers-enabled --global-remote-state --no-global-remote-state --queue-all-runs --no-queue-all-runs --speculative-enabled --no-speculative-enabled --engine-version --trigger-patterns --trigger-prefixes --working-directory --setting-overwrites --project --tag --name --vcs-repo --vcs-repo-identifier --vcs-repo-oauth-token-id --vcs-repo-branch --vcs-repo-ingress-submodules --no-vcs-repo-ingress-submodules --vcs-repo-tags-regex --vcs-repo-vcs-app-installation-id --set --body --unset --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --organization --by' places=('!workspace') ;;
    'workspace delete') flags='--wait --wait-timeout --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --organization --by' places=('!workspace') ;;
    'workspace force-delete') flags='--where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --organization --by' places=('!workspace') ;;
    'workspace lock') flags='--reason --keep-token --map --release-unproven --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --organization --by' places=('!workspace') tail=1 ;;
    'workspace unlock') flags='--wait --wait-timeout --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --organization --by' places=('!workspace') ;;
    'workspace force-unlock') flags='--where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --organization --by' places=('!workspace') ;;
    'workspace ssh-key assign') flags='--set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --organization --by' places=('!workspace' '') ;;
    'workspace ssh-key unassign') flags='--set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --organization --by' places=('!workspace') ;;
    'workspace consumer list') flags='--page-number --page-size --limit --where --organization --by' places=('!workspace') ;;
    'workspace consumer add') flags='--set --body --organization --by' places=('!workspace' '!workspace') variadic=1 ;;
    'workspace consumer replace') flags='--none --set --body --organization --by' places=('!workspace' '!workspace') variadic=1 ;;
    'workspace consumer remove') flags='--set --body --organization --by' places=('!workspace' '!workspace') variadic=1 ;;
    'workspace tag list') flags='--page-number --page-size --limit --where --organization --by' places=('!workspace') ;;
    'workspace tag add') flags='--id --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --organization --by' places=('!workspace' '') variadic=1 ;;
    'workspace tag remove') flags='--id --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --organization --by' places=('!workspace' '') variadic=1 ;;
    'workspace retention-policy show') flags='--organization --by' places=('!workspace') ;;
    'workspace retention-policy set') flags='--delete-older-than-days --dont-delete --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --organization --by' places=('!workspace') ;;
    'workspace retention-policy delete') flags='--where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --organization --by' places=('!workspace') ;;
    'message list') flags='--active --no-active --authenticated --no-authenticated --type --where --namespace --wrap-ttl --fail-on-warning' ;;
    'message create') flags='--title --message --start-time --end-time --type --authenticated --no-authenticated --link --option --set --body --namespace --wrap-ttl --fail-on-warning' ;;
    'message show') flags='--namespace --wrap-ttl --fail-on-warning' places=('!message') ;;
    'message update') flags='--title --message --start-time --end-time --type --authenticated --no-authenticated --link --option --set --body --unset --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!message') ;;
    'message delete') flags='--where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!message') ;;
    'pki ca show') flags='--mount --pem --der --namespace --wrap-ttl --fail-on-warning' ;;
    'pki ca chain') flags='--mount --namespace --wrap-ttl --fail-on-warning' ;;
    'pki ca import') flags='--mount --pem-bundle --set --body --namespace --wrap-ttl --fail-on-warning' ;;
    'pki cert show') flags='--mount --namespace --wrap-ttl --fail-on-warning' places=('!pki-certificate') ;;
    'pki cert download') flags='--mount --pem --der --namespace --wrap-ttl --fail-on-warning' places=('!pki-certificate') ;;
    'pki cert list') flags='--mount --detailed --namespace --wrap-ttl --fail-on-warning' ;;
    'pki crl config show') flags='--mount --namespace --wrap-ttl --fail-on-warning' ;;
    'pki crl config set') flags='--mount --expiry --disable --no-disable --auto-rebuild --no-auto-rebuild --auto-rebuild-grace-period --enable-delta --no-enable-delta --delta-rebuild-interval --ocsp-disable --no-ocsp-disable --ocsp-expiry --allow-expired-cert-revocation --no-allow-expired-cert-revocation --set --body --namespace --wrap-ttl --fail-on-warning' ;;
    'pki crl show') flags='--mount --pem --der --namespace --wrap-ttl --fail-on-warning' ;;
    'pki crl rotate') flags='--mount --namespace --wrap-ttl --fail-on-warning' ;;
    'pki urls show') flags='--mount --namespace --wrap-ttl --fail-on-warning' ;;
    'pki urls set') flags='--mount --issuing-certificates --crl-distribution-points --ocsp-servers --delta-crl-distribution-points --enable-templating --no-enable-templating --set --body --namespace --wrap-ttl --fail-on-warning' ;;
    'pki intermediate generate') flags='--mount --key-type --key-bits --managed-key-name --managed-key-id --common-name --alt-names --ip-sans --uri-sans --other-sans --format --private-key-format --exclude-cn-from-sans --no-exclude-cn-from-sans --ou --organization --country --locality --province --street-address --postal-code --serial-number --add-basic-constraints --no-add-basic-constraints --key-name --signature-bits --set --body --namespace --wrap-ttl --fail-on-warning' places=('=exported internal kms') ;;
    'pki intermediate set-signed') flags='--mount --certificate --set --body --namespace --wrap-ttl --fail-on-warning' ;;
    'pki issue') flags='--mount --common-name --alt-names --ip-sans --uri-sans --other-sans --ttl --format --private-key-format --exclude-cn-from-sans --no-exclude-cn-from-sans --not-after --serial-number --key-type --key-bits --not-before --user-ids --remove-roots-from-chain --no-remove-roots-from-chain --layout --store-password-from --set --body --namespace --wrap-ttl --fail-on-warning' places=('!pki-role') ;;
    'pki issuer list') flags='--mount --where --namespace --wrap-ttl --fail-on-warning' ;;
    'pki issuer show') flags='--mount --namespace --wrap-ttl --fail-on-warning' places=('') ;;
    'pki revoke') flags='--mount --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!pki-certificate') ;;
    'pki role write') flags='--mount --ttl --max-ttl --allow-localhost --no-allow-localhost --allowed-domains --allowed-domains-template --no-allowed-domains-template --allow-bare-domains --no-allow-bare-domains --allow-subdomains --no-allow-subdomains --allow-glob-domains --no-allow-glob-domains --allow-wildcard-certificates --no-allow-wildcard-certificates --allow-any-name --no-allow-any-name --enforce-hostnames --no-enforce-hostnames --allow-ip-sans --no-allow-ip-sans --allowed-uri-sans --allowed-uri-sans-template --no-allowed-uri-sans-template --allowed-other-sans --allowed-serial-numbers --server-flag --no-server-flag --client-flag --no-client-flag --code-signing-flag --no-code-signing-flag --email-protection-flag --no-email-protection-flag --key-type --key-bits --signature-bits --key-usage --ext-key-usage --ext-key-usage-oids --use-csr-common-name --no-use-csr-common-name --use-csr-sans --no-use-csr-sans --ou --organization --country --locality --province --street-address --postal-code --generate-lease --no-generate-lease --no-store --require-cn --no-require-cn --policy-identifiers --basic-constraints-valid-for-non-ca --no-basic-constraints-valid-for-non-ca --not-before-duration --not-after --issuer-ref --use-pss --no-use-pss --cn-validations --allowed-user-ids --allowed-ip-sans-cidr --allow-globs-in-identity-templates --no-allow-globs-in-identity-templates --not-before --not-before-bound --not-after-bound --set --body --namespace --wrap-ttl --fail-on-warning' places=('!pki-role') ;;
    'pki role update') flags='--mount --ttl --max-ttl --allow-localhost --no-allow-localhost --allowed-domains --allowed-domains-template --no-allowed-domains-template --allow-bare-domains --no-allow-bare-domains --allow-subdomains --no-allow-subdomains --allow-glob-domains --no-allow-glob-domains --allow-wildcard-certificates --no-allow-wildcard-certificates --allow-any-name --no-allow-any-name --enforce-hostnames --no-enforce-hostnames --allow-ip-sans --no-allow-ip-sans --allowed-uri-sans --allowed-uri-sans-template --no-allowed-uri-sans-template --allowed-other-sans --allowed-serial-numbers --server-flag --no-server-flag --client-flag --no-client-flag --code-signing-flag --no-code-signing-flag --email-protection-flag --no-email-protection-flag --key-type --key-bits --signature-bits --key-usage --ext-key-usage --ext-key-usage-oids --use-csr-common-name --no-use-csr-common-name --use-csr-sans --no-use-csr-sans --ou --organization --country --locality --province --street-address --postal-code --generate-lease --no-generate-lease --no-store --require-cn --no-require-cn --policy-identifiers --basic-constraints-valid-for-non-ca --no-basic-constraints-valid-for-non-ca --not-before-duration --not-after --issuer-ref --use-pss --no-use-pss --cn-validations --allowed-user-ids --allowed-ip-sans-cidr --allow-globs-in-identity-templates --no-allow-globs-in-identity-templates --not-before --not-before-bound --not-after-bound --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!pki-role') ;;
    'pki role show') flags='--mount --namespace --wrap-ttl --fail-on-warning' places=('!pki-role') ;;
    'pki role list') flags='--mount --where --namespace --wrap-ttl --fail-on-warning' ;;
    'pki role delete') flags='--mount --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!pki-role') ;;
    'pki root generate') flags='--mount --key-type --key-bits --managed-key-name --managed-key-id --common-name --alt-names --ip-sans --uri-sans --other-sans --ttl --format --private-key-format --max-path-length --exclude-cn-from-sans --no-exclude-cn-from-sans --permitted-dns-domains --ou --organization --country --locality --province --street-address --postal-code --serial-number --not-after --issuer-name --key-name --not-before --not-before-duration --signature-bits --use-pss --no-use-pss --set --body --namespace --wrap-ttl --fail-on-warning' places=('=exported internal kms') ;;
    'pki root delete') flags='--mount --confirm --namespace --wrap-ttl --fail-on-warning' ;;
    'pki root sign-intermediate') flags='--mount --csr --common-name --alt-names --ip-sans --uri-sans --other-sans --ttl --format --max-path-length --exclude-cn-from-sans --no-exclude-cn-from-sans --use-csr-values --no-use-csr-values --permitted-dns-domains --ou --organization --country --locality --province --street-address --postal-code --serial-number --not-after --issuer-ref --issuer-name --not-before --not-before-duration --signature-bits --use-pss --no-use-pss --skid --set --body --namespace --wrap-ttl --fail-on-warning' ;;
    'pki root sign-self-issued') flags='--mount --certificate --require-matching-certificate-algorithms --no-require-matching-certificate-algorithms --set --body --namespace --wrap-ttl --fail-on-warning' ;;
    'pki sign') flags='--mount --csr --common-name --alt-names --ip-sans --uri-sans --other-sans --ttl --format --exclude-cn-from-sans --no-exclude-cn-from-sans --not-after --serial-number --not-before --user-ids --remove-roots-from-chain --no-remove-roots-from-chain --layout --store-password-from --new-key --set --body --namespace --wrap-ttl --fail-on-warning' places=('!pki-role') ;;
    'pki renew') flags='--mount --role --common-name --alt-names --ip-sans --uri-sans --other-sans --ttl --exclude-cn-from-sans --no-exclude-cn-from-sans --not-after --serial-number --not-before --user-ids --remove-roots-from-chain --no-remove-roots-from-chain --layout --store-password-from --new-key --ca-mount --before --reuse-key --change-names --exec --jitter --detailed-exitcode --set --body --namespace' places=('/') ;;
    'pki sign-verbatim') flags='--mount --csr --key-usage --ext-key-usage --ext-key-usage-oids --ttl --format --not-after --issuer-ref --signature-bits --use-pss --no-use-pss --remove-roots-from-chain --no-remove-roots-from-chain --basic-constraints-valid-for-non-ca --no-basic-constraints-valid-for-non-ca --layout --store-password-from --set --body --namespace --wrap-ttl --fail-on-warning' places=('!pki-role') ;;
    'pki tidy') flags='--mount --tidy-cert-store --no-tidy-cert-store --tidy-revoked-certs --no-tidy-revoked-certs --safety-buffer --tidy-revoked-cert-issuer-associations --no-tidy-revoked-cert-issuer-associations --tidy-expired-issuers --no-tidy-expired-issuers --tidy-move-legacy-ca-bundle --no-tidy-move-legacy-ca-bundle --tidy-acme --no-tidy-acme --tidy-invalid-certs --no-tidy-invalid-certs --issuer-safety-buffer --acme-account-safety-buffer --revoked-safety-buffer --pause-duration --page-size --wait --wait-timeout --set --body --namespace --wrap-ttl --fail-on-warning' ;;
    'pki tidy-status') flags='--mount --namespace --wrap-ttl --fail-on-warning' ;;
    'pki guard') flags='--retry --parallel --detailed-exitcode --namespace' places=('/') ;;
    'pki inspect') flags='--password --server-name --mount --namespace' places=('/') ;;
    'pki verify') flags='--purpose --host --at --trust --crl --revocation --password --server-name --strict --mount --ca-mount --namespace' places=('/') ;;
    'pki inventory') flags='--mount --expires-within --where --check-revocation --whole --calendar --parallel --detailed-exitcode --namespace' ;;
    'cloud config set') flags='--mount --max-retries --access-key --secret-key --role-arn --identity-token-audience --identity-token-ttl --region --iam-endpoint --sts-endpoint --username-template --set --body --namespace --wrap-ttl --fail-on-warning' ;;
    'cloud config show') flags='--mount --namespace --wrap-ttl --fail-on-warning' ;;
    'cloud config rotate-root') flags='--mount --namespace --wrap-ttl --fail-on-warning' ;;
    'cloud lease set') flags='--mount --lease --lease-max --set --body --namespace --wrap-ttl --fail-on-warning' ;;
    'cloud lease show') flags='--mount --namespace --wrap-ttl --fail-on-warning' ;;
    'cloud role write') flags='--mount --credential-type --role-arns --policy-arns --policy-document --iam-groups --iam-tags --default-sts-ttl --max-sts-ttl --user-path --permissions-boundary-arn --mfa-serial-number --set --body --namespace --wrap-ttl --fail-on-warning' places=('!cloud-role') ;;
    'cloud role update') flags='--mount --credential-type --role-arns --policy-arns --policy-document --iam-groups --iam-tags --default-sts-ttl --max-sts-ttl --user-path --permissions-boundary-arn --mfa-serial-number --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!cloud-role') ;;
    'cloud role show') flags='--mount --namespace --wrap-ttl --fail-on-warning' places=('!cloud-role') ;;
    'cloud role list') flags='--mount --where --namespace --wrap-ttl --fail-on-warning' ;;
    'cloud role delete') flags='--mount --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!cloud-role') ;;
    'cloud creds') flags='--mount --role-arn --role-session-name --ttl --mfa-code --keep-token --map --env-prefix --cache --refresh --min-ttl --namespace --wrap-ttl --fail-on-warning' places=('!cloud-role') tail=1 ;;
    'cloud sts') flags='--mount --role-arn --role-session-name --ttl --mfa-code --keep-token --map --env-prefix --cache --refresh --min-ttl --set --body --namespace --wrap-ttl --fail-on-warning' places=('!cloud-role') tail=1 ;;
    'cloud static-role list') flags='--mount --where --namespace --wrap-ttl --fail-on-warning' ;;
    'cloud static-role write') flags='--mount --username --rotation-period --set --body --namespace --wrap-ttl --fail-on-warning' places=('!cloud-static-role') ;;
    'cloud static-role update') flags='--mount --rotation-period --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!cloud-static-role') ;;
    'cloud static-role show') flags='--mount --namespace --wrap-ttl --fail-on-warning' places=('!cloud-static-role') ;;
    'cloud static-role delete') flags='--mount --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!cloud-static-role') ;;
    'cloud static-creds') flags='--mount --keep-token --map --env-prefix --namespace --wrap-ttl --fail-on-warning' places=('!cloud-static-role') tail=1 ;;
    'ldap config set') flags='--mount --binddn --bindpass --ldap-url --password-policy --schema --userdn --userattr --upndomain --request-timeout --starttls --no-starttls --insecure-tls --no-insecure-tls --certificate --client-tls-cert --client-tls-key --skip-static-role-import-rotation --no-skip-static-role-import-rotation --set --body --namespace --wrap-ttl --fail-on-warning' ;;
    'ldap config show') flags='--mount --namespace --wrap-ttl --fail-on-warning' ;;
    'ldap config delete') flags='--mount --confirm --namespace --wrap-ttl --fail-on-warning' ;;
    'ldap rotate-root') flags='--mount --namespace --wrap-ttl --fail-on-warning' ;;
    'ldap static-role list') flags='--mount --where --namespace --wrap-ttl --fail-on-warning' places=('!ldap-static-role') ;;
    'ldap static-role write') flags='--mount --username --dn --rotation-period --skip-import-rotation --no-skip-import-rotation --set --body --namespace --wrap-ttl --fail-on-warning' places=('!ldap-static-role') ;;
    'ldap static-role update') flags='--mount --rotation-period --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!ldap-static-role') ;;
    'ldap static-role show') flags='--mount --namespace --wrap-ttl --fail-on-warning' places=('!ldap-static-role') ;;
    'ldap static-role delete') flags='--mount --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!ldap-static-role') ;;
    'ldap static-role rotate') flags='--mount --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!ldap-static-role') ;;
    'ldap static-cred') flags='--mount --keep-token --map --env-prefix --namespace --wrap-ttl --fail-on-warning' places=('!ldap-static-role') tail=1 ;;
    'ldap role list') flags='--mount --where --namespace --wrap-ttl --fail-on-warning' places=('!ldap-role') ;;
    'ldap role show') flags='--mount --namespace --wrap-ttl --fail-on-warning' places=('!ldap-role') ;;
    'ldap role write') flags='--mount --creation-ldif --deletion-ldif --rollback-ldif --username-template --default-ttl --max-ttl --set --body --namespace --wrap-ttl --fail-on-warning' places=('!ldap-role') ;;
    'ldap role update') flags='--mount --creation-ldif --deletion-ldif --rollback-ldif --username-template --default-ttl --max-ttl --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!ldap-role') ;;
    'ldap role delete') flags='--mount --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!ldap-role') ;;
    'ldap creds') flags='--mount --keep-token --map --env-prefix --namespace --wrap-ttl --fail-on-warning' places=('!ldap-role') tail=1 ;;
    'ldap library list') flags='--mount --where --namespace --wrap-ttl --fail-on-warning' places=('!ldap-set') ;;
    'ldap library write') flags='--mount --service-account-names --ttl --max-ttl --disable-check-in-enforcement --no-disable-check-in-enforcement --set --body --namespace --wrap-ttl --fail-on-warning' places=('!ldap-set') ;;
    'ldap library update') flags='--mount --service-account-names --ttl --max-ttl --disable-check-in-enforcement --no-disable-check-in-enforcement --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!ldap-set') ;;
    'ldap library show') flags='--mount --namespace --wrap-ttl --fail-on-warning' places=('!ldap-set') ;;
    'ldap library delete') flags='--mount --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!ldap-set') ;;
    'ldap library status') flags='--mount --where --namespace --wrap-ttl --fail-on-warning' places=('!ldap-set') ;;
    'ldap library check-out') flags='--mount --ttl --wait --wait-timeout --keep-token --map --env-prefix --release-unproven --set --body --namespace --wrap-ttl --fail-on-warning' places=('!ldap-set') tail=1 ;;
    'ldap library check-in') flags='--mount --lease-id --borrower --every-account --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!ldap-set' '!borrowed-account') variadic=1 ;;
    'ldap library manage check-in') flags='--mount --every-account --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!ldap-set' '!borrowed-account') variadic=1 ;;
    'job list') flags='--prefix --next-token --per-page --filter --meta --no-meta --reverse --no-reverse --stale --no-stale --watch --until --or-now --sort --limit --where --namespace --region' ;;
    'job show') flags='--stale --no-stale --watch --until --or-now --namespace --region' places=('!job') ;;
    'job status') flags='--watch --namespace --region' places=('!job') ;;
    'job register') flags='--submission --enforce-index --no-enforce-index --eval-priority --check-index --policy-override --no-policy-override --preserve-counts --no-preserve-counts --var --var-file --wait --wait-timeout --for --set --body --namespace --region' places=('/') ;;
    'job update') flags='--submission --enforce-index --no-enforce-index --eval-priority --check-index --policy-override --no-policy-override --var --var-file --wait --wait-timeout --for --set --body --namespace --region' places=('!job' '/') ;;
    'job plan') flags='--job-id --diff --no-diff --policy-override --no-policy-override --var --var-file --detailed-exitcode --full --set --body --namespace --region' places=('/') ;;
    'job parse') flags='--canonicalize --no-canonicalize --variables --variable-flags --hcl-v1 --no-hcl-v1 --var --var-file --set --body --namespace --region' places=('/') ;;
    'job submission') flags='--namespace --region' places=('!job' '') ;;
    'job versions') flags='--diffs --no-diffs --stale --no-stale --watch --until --or-now --sort --where --namespace --region' places=('!job') ;;
    'job allocations') flags='--all --no-all --stale --no-stale --watch --until --or-now --sort --where --namespace --region' places=('!job') ;;
    'job evaluations') flags='--stale --no-stale --watch --until --or-now --sort --where --namespace --region' places=('!job') ;;
    'job deployments') flags='--all --no-all --stale --no-stale --watch --until --or-now --sort --where --namespace --region' places=('!job') ;;
    'job deployment') flags='--stale --no-stale --watch --until --or-now --namespace --region' places=('!job') ;;
    'job summary') flags='--stale --no-stale --watch --until --or-now --where --namespace --region' places=('!job') ;;
    'job scale-status') flags='--stale --no-stale --watch --until --or-now --where --namespace --region' places=('!job') ;;
    'job services') flags='--stale --no-stale --watch --until --or-now --where --namespace --region' places=('!job') ;;
    'job actions') flags='--where --namespace --region' places=('!job') ;;
    'job dispatch') flags='--idempotency-token --id-prefix-template --payload --meta --wait --wait-timeout --for --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --region' places=('!job') ;;
    'job periodic force') flags='--wait --wait-timeout --for --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --region' places=('!job') ;;
    'job scale') flags='--message --error --meta --policy-override --no-policy-override --wait --wait-timeout --for --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --region' places=('!job' '!group' '') ;;
    'job evaluate') flags='--force-reschedule --no-force-reschedule --wait --wait-timeout --for --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --region' places=('!job') ;;
    'job revert') flags='--enforce-prior-version --mesh-token --secrets-token --wait --wait-timeout --for --to --set --body --unset --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --region' places=('!job' '!job-version') ;;
    'job start') flags='--job-version --enforce-prior-version --mesh-token --secrets-token --wait --wait-timeout --for --set --body --unset --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --region' places=('!job') ;;
    'job diff') flags='--detailed-exitcode --namespace --region' places=('!job' '' '') ;;
    'job logs') flags='--alloc-id --group --task --stderr --tail --follow --previous --every-allocation --namespace --region' places=('!job') ;;
    'job events') flags='--group --task --last --namespace --region' places=('!job') ;;
    'job restart') flags='--alloc-id --task --group --wait-timeout --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --region' places=('!job') ;;
    'job promote') flags='--deployment --group --wait --wait-timeout --for --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --region' places=('!job') ;;
    'job fail') flags='--deployment --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --region' places=('!job') ;;
    'job stable') flags='--stable --no-stable --force --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --region' places=('!job' '!job-version') ;;
    'job stop') flags='--eval-priority --global --no-global --purge --no-purge --no-shutdown-delay --wait --wait-timeout --for --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --region' places=('!job') ;;
    'job wait') flags='--job-version --for --wait-timeout --namespace --region' places=('!job') variadic=1 ;;
    'job action') flags='--alloc-id --task --tty --no-tty --ws-handshake --no-ws-handshake --stdin --every-allocation --namespace --region' places=('!job' '!action') ;;
    'lease lookup') flags='--set --body --namespace --wrap-ttl --fail-on-warning' places=('!lease') ;;
    'lease list') flags='--where --namespace --wrap-ttl --fail-on-warning' places=('') ;;
    'lease renew') flags='--increment --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!lease') ;;
    'lease revoke') flags='--sync --no-sync --set --body --where --all --expect --limit --parallel --rate --wave --check --max-failures --on-failure --resume --retry-unknown --confirm --namespace --wrap-ttl --fail-on-warning' places=('!lease') ;;
    'lease unwrap') flags='--layout --store-password-from --namespace --wrap-ttl --fail-on-warning' places=('@') ;;
    'lease recover') flags='--release-unproven --forget --namespace' ;;
    'export') flags='--where --dir --all --overwrite --since --unmanaged --exclude --init --env --allow-profile --organization --namespace --mount' places=('%workspace message pki-role pki-urls pki-crl-config cloud-role cloud-static-role cloud-config ldap-role ldap-static-role ldap-set ldap-config job workspace:! message:! pki-role:! pki-urls: pki-crl-config: cloud-role:! cloud-static-role: cloud-config: ldap-role:! ldap-static-role:! ldap-set:! ldap-config: job:!') variadic=1 ;;
    'diff') flags='--detailed-exitcode --full --unmanaged --plan-out --env --allow-profile --organization --namespace --mount --since --as --exclude --ignore --allow-env --write-secrets --where --only --var --var-file --preserve-counts' places=('%/ workspace:! message:! pki-role:! pki-urls: pki-crl-config: cloud-role:! cloud-static-role: cloud-config: ldap-role:! ldap-static-role:! ldap-set:! ldap-config: job:!') variadic=1 ;;
    'apply') flags='--allow-rotation --keep-going --wait --wait-timeout --resume --expect --limit --parallel --rate --wave --check --max-failures --on-failure --env --allow-profile --organization --namespace --mount --since --as --exclude --ignore --allow-env --write-secrets --where --only --var --var-file --preserve-counts' places=('/') variadic=1 ;;
    'status') flags='--watch --all --service --expires-within --detailed-exitcode' ;;
    'status acknowledge') flags='--until --why --end' places=('') ;;
    'how') flags='--try' places=('') variadic=1 ;;
    'watch') flags='--plain' places=(',workspace message pki-role pki-urls pki-crl-config cloud-role cloud-static-role cloud-config ldap-role ldap-static-role ldap-set ldap-config job pki-certificate lease allocation action group') variadic=1 ;;
    'changes') flags='--after --where' ;;
    'changes show') flags='' places=('!receipt') ;;
    'changes continue') flags='--retry-unknown' places=('!receipt') ;;
    'changes settle') flags='' places=('!receipt' '' '=done retry') ;;
    'undo') flags='--only --release-unproven --allow-rotation --confirm' places=('!receipt') ;;
    'profile set') flags='--read-only --protected --receipt-days --token-keeper --workspaces-url --workspaces-product --workspaces-token-from --workspaces-ca-file --workspaces-client-cert --workspaces-client-key --workspaces-server-name --workspaces-allow-http --secrets-url --secrets-product --secrets-token-from --secrets-ca-file --secrets-client-cert --secrets-client-key --secrets-server-name --secrets-allow-http --jobs-url --jobs-product --jobs-token-from --jobs-ca-file --jobs-client-cert --jobs-client-key --jobs-server-name --jobs-allow-http --default-organization --secrets-namespace --jobs-namespace --jobs-region --pki-mount --ldap-mount --cloud-mount' places=('!profile') ;;
    'profile show') flags='' places=('!profile') ;;
    'profile list') flags='' ;;
    'profile use') flags='' places=('!profile') ;;
    'profile delete') flags='' places=('!profile') ;;
    'profile explain') flags='' places=('=workspaces secrets jobs') ;;
    'login') flags='--method --mount --role --audience --username --role-id --wrapped --password-from --secret-id-from --jwt-from --passcode-from --browser --callback-port' places=(',workspaces secrets jobs') variadic=1 ;;
    'logout') flags='--all --forget' places=(',workspaces secrets jobs') variadic=1 ;;
    'auth login') flags='--method --mount --role --audience --username --role-id --wrapped --password-from --secret-id-from --jwt-from --passcode-from --browser --callback-port' places=(',workspaces secrets jobs') variadic=1 ;;
    'auth logout') flags='--all --forget' places=(',workspaces secrets jobs') variadic=1 ;;
    'auth status') flags='' ;;
    'whoami') flags='' places=('=workspaces secrets jobs') ;;
    'api') flags='--no-token --data --confirm' places=('=workspaces secrets jobs' '=GET POST PUT PATCH DELETE LIST' '') ;;
    'batch run') flags='--parallel --rate --journal --resume --retry-unknown --stop-on-error' places=('/') ;;
    'sandbox start') flags='--port --empty --fault' ;;
    'sandbox serve') flags='--listen --allow-host --ca-out --token --save --empty --fault --product --tls --seed --time --frozen --state' ;;
    'sandbox exec') flags='--port --empty --fault --as --scenario --vendor-env --product --tls --seed --time --frozen --state' tail=1 ;;
    'doctor') flags='' places=('=workspaces secrets jobs') ;;
    'completion') flags='' places=('=bash zsh fish powershell') ;;
    'completion install') flags='' places=('=bash zsh fish powershell') ;;
    'completion uninstall') flags='' places=('=bash zsh fish powershell') ;;
    'man install') flags='' ;;
    'man uninstall') flags='' ;;
    'manifest') flags='--command --schema' ;;
    'mcp') flags='--toolset --allow --until --where --allow-env --sandbox --root --structured --allow-host' ;;
    'skill install') flags='--project' places=('=claude codex copilot cursor gemini') ;;
    'skill uninstall') flags='--project' places=('=claude codex copilot cursor gemini') ;;
    'version') flags='' ;;
    '') flags='--version' && return 1 ;;
    *) flags= && return 1 ;;
  esac
}

# Sets spec: what the flag $2 takes below the path $1; '-' for a switch.
_trivet_value() {
  spec=-
  case $2 in
    --access-key) spec='' ;;
    --acme-account-safety-buffer) spec='' ;;
    --after) spec='' ;;
    --agent-pool-id) spec='' ;;
    --alloc-id) spec='!allocation' ;;
    --allow) spec='' ;;
    --allow-env) spec='' ;;
    --allow-host) spec='' ;;
    --allow-profile) spec='!profile' ;;
    --allowed-domains) spec='' ;;
    --allowed-ip-sans-cidr) spec='' ;;
    --allowed-other-sans) spec='' ;;
    --allowed-serial-numbers) spec='' ;;
    --allowed-uri-sans) spec='' ;;
    --allowed-user-ids) spec='' ;;
    --alt-names) spec='' ;;
    --arn) spec='' ;;
    --as)
      case $1 in
        'sandbox exec') spec='=owner operator reviewer reader organization' ;;
        *) spec='' ;;
      esac ;;
    --at) spec='' ;;
    --audience) spec='' ;;
    --auto-destroy-activity-duration) spec='' ;;
    --auto-destroy-at) spec='' ;;
    --auto-rebuild-grace-period) spec='' ;;
    --base-url) spec='' ;;
    --before) spec='' ;;
    --binddn) spec='' ;;
    --bindpass) spec='@' ;;
    --body) spec='@' ;;
    --borrower) spec='' ;;
    --by) spec='=id name' ;;
    --ca-file) spec='/' ;;
    --ca-mount) spec='' ;;
    --ca-out) spec='/' ;;
    --callback-port) spec='' ;;
    --certificate) spec='@' ;;
    --check) spec='' ;;
    --check-index) spec='' ;;
    --client-tls-cert) spec='@' ;;
    --client-tls-key) spec='@' ;;
    --cloud-mount) spec='' ;;
    --cn-validations) spec='' ;;
    --color) spec='=auto always never' ;;
    --command) spec='' ;;
    --common-name) spec='' ;;
    --confirm) spec='' ;;
    --connection-timeout) spec='' ;;
    --country) spec='' ;;
    --creation-ldif) spec='@' ;;
    --credential-type) spec='=iam_user assumed_role federation_token session_token' ;;
    --crl) spec='/' ;;
    --crl-distribution-points) spec='' ;;
    --csr) spec='@' ;;
    --data) spec='@' ;;
    --default-organization) spec='' ;;
    --default-sts-ttl) spec='' ;;
    --default-ttl) spec='' ;;
    --delete-older-than-days) spec='' ;;
    --deletion-ldif) spec='@' ;;
    --delta-crl-distribution-points) spec='' ;;
    --delta-rebuild-interval) spec='' ;;
    --deployment) spec='' ;;
    --description) spec='@' ;;
    --dir) spec='/' ;;
    --dn) spec='' ;;
    --end-time) spec='' ;;
    --enforce-prior-version) spec='' ;;
    --engine-version) spec='' ;;
    --env) spec='!environment' ;;
    --env-prefix) spec='' ;;
    --error) spec='@' ;;
    --eval-priority) spec='' ;;
    --exclude) spec='' ;;
    --exec) spec='' ;;
    --execution-mode) spec='=remote local agent' ;;
    --expect) spec='' ;;
    --expires-within) spec='' ;;
    --expiry) spec='' ;;
    --ext-key-usage) spec='' ;;
    --ext-key-usage-oids) spec='' ;;
    --fault) spec='' ;;
    --field) spec='' ;;
    --fields)
      case $1 in
        'workspace create' | 'workspace list' | 'workspace show' | 'workspace update' | 'workspace lock' | 'workspace unlock' | 'workspace force-unlock' | 'workspace ssh-key assign' | 'workspace ssh-key unassign' | 'workspace consumer list') spec=',id type name organization project description execution-mode agent-pool-id agent-pool engine-version locked locked-by holder locked-reason auto-apply auto-apply-run-trigger allow-destroy-plan assessments-enabled auto-destroy-at auto-destroy-activity-duration file-triggers-enabled global-remote-state operations queue-all-runs source-name source-url speculative-enabled trigger-patterns trigger-prefixes working-directory setting-overwrites vcs-repo vcs-repo.identifier vcs-repo.oauth-token-id vcs-repo.vcs-app-installation-id vcs-repo.github-app-installation-id vcs-repo.branch vcs-repo.ingress-submodules vcs-repo.tags-regex vcs-repo.display-identifier vcs-repo.repository-http-url vcs-repo.service-provider vcs-repo.webhook-url apply-duration-average plan-duration-average policy-check-failures run-failures workspace-kpis-run-count tag-names resource-count latest-change-at created-at updated-at current-run latest-run current-state-version current-configuration-version ssh-key data-retention-policy remote-state-consumers outputs readme actions permissions can-queue-destroy-plan environment migration-environment structured-run-output-enabled auto-destroy-status inherits-project-auto-destroy project-remote-state hyok-enabled vcs-repo-identifier oauth-client-name last-assessment-result-at source vars' ;;
        'pki role list' | 'cloud role list' | 'cloud static-role list' | 'ldap static-role list' | 'ldap role list' | 'ldap library list' | 'lease list') spec=',key' ;;
        'job register' | 'job update' | 'job scale' | 'job evaluate' | 'job revert' | 'job start' | 'job stop') spec=',JobID EvalID EvalCreateIndex JobModifyIndex Warnings Index KnownLeader LastContact NextToken VolumeEvalID VolumeEvalIndex job namespace version deployment result reason' ;;
        'pki issue' | 'pki root sign-intermediate' | 'pki root sign-self-issued' | 'pki sign' | 'pki renew' | 'pki sign-verbatim') spec=',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable' ;;
        'pki ca show' | 'pki ca chain' | 'pki cert download' | 'pki crl show') spec=',pem base64' ;;
        'message create' | 'message show' | 'message update') spec=',id title status type authenticated active start_time end_time link options message' ;;
        'pki role write' | 'pki role update' | 'pki role show') spec=',ttl max_ttl allow_localhost allowed_domains allowed_domains_template allow_bare_domains allow_subdomains allow_glob_domains allow_wildcard_certificates allow_any_name enforce_hostnames allow_ip_sans allowed_uri_sans allowed_uri_sans_template allowed_other_sans allowed_serial_numbers server_flag client_flag code_signing_flag email_protection_flag key_type key_bits signature_bits key_usage ext_key_usage ext_key_usage_oids use_csr_common_name use_csr_sans ou organization country locality province street_address postal_code generate_lease no_store require_cn policy_identifiers basic_constraints_valid_for_non_ca not_before_duration not_after issuer_ref use_pss cn_validations allowed_user_ids allowed_ip_sans_cidr allow_globs_in_identity_templates not_before not_before_bound not_after_bound allow_token_displayname' ;;
        'cloud static-role write' | 'cloud static-role update' | 'cloud static-role show') spec=',name username id rotation_period' ;;
        'job show' | 'job parse' | 'job versions') spec=',ID Name Namespace Type Priority Status StatusDescription Stop ParentID JobModifyIndex SubmitTime Datacenters NodePool Multiregion Meta CreateIndex ModifyIndex Region Version Stable TaskGroups Periodic Periodic.Enabled Periodic.Spec Periodic.Specs Periodic.SpecType Periodic.ProhibitOverlap Periodic.TimeZone ParameterizedJob Affinities AllAtOnce Constraints ConsulNamespace ConsulToken VaultNamespace VaultToken DispatchIdempotencyToken Dispatched Migrate NomadTokenID Payload Reschedule Spreads UI Update VersionTag VersionTag.Name VersionTag.Description VersionTag.TaggedTime' ;;
        'workspace retention-policy show' | 'workspace retention-policy set') spec=',id type delete-older-than-n-days deleteOlderThanNDays set-on target' ;;
        'pki ca import' | 'pki intermediate set-signed') spec=',imported_issuers imported_keys existing_issuers existing_keys mapping' ;;
        'pki crl config show' | 'pki crl config set') spec=',expiry disable auto_rebuild auto_rebuild_grace_period allow_expired_cert_revocation enable_delta delta_rebuild_interval ocsp_disable ocsp_expiry' ;;
        'pki urls show' | 'pki urls set') spec=',issuing_certificates crl_distribution_points ocsp_servers delta_crl_distribution_points enable_templating' ;;
        'cloud creds' | 'cloud sts') spec=',access_key secret_key security_token session_token arn ttl lease_id lease_duration renewable' ;;
        'ldap library check-in' | 'ldap library manage check-in') spec=',account' ;;
        'job deployments' | 'job deployment') spec=',ID Namespace JobID JobVersion JobModifyIndex JobSpecModifyIndex JobCreateIndex Status StatusDescription TaskGroups EvalPriority IsMultiregion CreateTime ModifyTime CreateIndex ModifyIndex' ;;
        'lease renew' | 'lease unwrap') spec=',lease_id lease_duration renewable' ;;
        'diff' | 'apply') spec=',kind name action result wave fields where reason hint mount namespace changes plan uncompared' ;;
        'profile show' | 'profile list') spec=',name current organization readOnly protected receiptDays tokenKeeper workspaces.url workspaces.product workspaces.token.kind workspaces.namespace workspaces.caFile workspaces.clientCert workspaces.clientKey workspaces.serverName workspaces.allowHttp secrets.url secrets.product secrets.token.kind secrets.namespace secrets.caFile secrets.clientCert secrets.clientKey secrets.serverName secrets.allowHttp jobs.url jobs.product jobs.token.kind jobs.namespace jobs.caFile jobs.clientCert jobs.clientKey jobs.serverName jobs.allowHttp secrets.mounts.pki secrets.mounts.ldap secrets.mounts.cloud jobs.region workspaces.edition workspaces.version secrets.edition secrets.version jobs.edition jobs.version' ;;
        'login' | 'auth login') spec=',service address product namespace user method policies expires renewable uses token' ;;
        'workspace tag list') spec=',id type name instance-count organization' ;;
        'message list') spec=',key title status type authenticated active start_time end_time' ;;
        'pki cert show') spec=',certificate revocation_time revocation_time_rfc3339 issuer_id ca_chain' ;;
        'pki cert list') spec=',key common_name dns_names issuer key_type key_bits not_before not_after' ;;
        'pki intermediate generate') spec=',csr private_key private_key_type key_id' ;;
        'pki issuer list') spec=',key issuer_name is_default serial_number key_id' ;;
        'pki issuer show') spec=',issuer_id issuer_name key_id certificate ca_chain manual_chain leaf_not_after_behavior usage revocation_signature_algorithm revoked revocation_time revocation_time_rfc3339 enable_aia_url_templating issuing_certificates crl_distribution_points ocsp_servers delta_crl_distribution_points enable_templating' ;;
        'pki revoke') spec=',state revocation_time revocation_time_rfc3339' ;;
        'pki root generate') spec=',serial_number expiration not_before certificate issuing_ca ca_chain private_key private_key_type lease_id lease_duration renewable issuer_id issuer_name key_id key_name' ;;
        'pki tidy-status') spec=',state message error time_started time_finished cert_store_deleted_count revoked_cert_deleted_count tidy_cert_store tidy_revoked_certs safety_buffer acme_account_deleted_count acme_account_revoked_count acme_account_safety_buffer acme_orders_deleted_count current_cert_store_count current_revoked_cert_count internal_backend_uuid issuer_safety_buffer last_auto_tidy_finished missing_issuer_cert_count page_size pause_duration revoked_safety_buffer tidy_acme tidy_expired_issuers tidy_invalid_certs tidy_move_legacy_ca_bundle tidy_revoked_cert_issuer_associations total_acme_account_count' ;;
        'pki guard') spec=',folder status not_after serial served detail warnings unknown exit hint' ;;
        'pki inspect') spec=',kind serial common_name names subject issuer not_before not_after days_left key signature ca version extensions entries faults sha256 revoked' ;;
        'pki verify') spec=',check status detail code severity certificate hint' ;;
        'pki inventory') spec=',serial common_name names subject issuer not_before not_after days_left key ca revoked revoked_at superseded findings due mount' ;;
        'cloud config show') spec=',access_key region iam_endpoint sts_endpoint sts_region max_retries username_template role_arn identity_token_audience identity_token_ttl' ;;
        'cloud config rotate-root') spec=',access_key' ;;
        'cloud lease show') spec=',lease lease_max' ;;
        'cloud role show') spec=',name credential_type role_arns policy_arns policy_document iam_groups iam_tags default_sts_ttl max_sts_ttl user_path permissions_boundary_arn mfa_serial_number invalid_data external_id session_tags' ;;
        'cloud static-creds') spec=',access_key secret_key security_token expiration' ;;
        'ldap config show') spec=',url binddn schema userdn userattr upndomain password_policy length starttls insecure_tls request_timeout connection_timeout skip_static_role_import_rotation last_bind_password_rotation certificate client_tls_cert anonymous_group_search case_sensitive_names deny_null_bind dereference_aliases discoverdn groupattr groupdn groupfilter max_page_size tls_min_version tls_max_version use_token_groups userfilter username_as_alias' ;;
        'ldap static-role show') spec=',role_name username dn rotation_period last_vault_rotation' ;;
        'ldap static-cred') spec=',username dn password last_password ttl rotation_period last_vault_rotation' ;;
        'ldap role show') spec=',role_name default_ttl max_ttl username_template creation_ldif deletion_ldif rollback_ldif' ;;
        'ldap creds') spec=',username password distinguished_names lease_id lease_duration renewable' ;;
        'ldap library show') spec=',set_name service_account_names ttl max_ttl disable_check_in_enforcement' ;;
        'ldap library status') spec=',account available borrower_entity_id borrower_client_token' ;;
        'ldap library check-out') spec=',service_account_name password lease_id lease_duration renewable' ;;
        'job list') spec=',ID Name Namespace Type Priority Status StatusDescription Stop ParentID JobModifyIndex SubmitTime Datacenters NodePool Multiregion Meta CreateIndex ModifyIndex JobSummary Periodic ParameterizedJob' ;;
        'job status') spec=',job namespace type status stopped version stable groups deployment unplaced children allocations' ;;
        'job plan') spec=',JobModifyIndex Annotations Annotations.DesiredTGUpdates Annotations.PreemptedAllocs CreatedEvals Diff Diff.Type Diff.ID Diff.Fields Diff.Objects Diff.TaskGroups FailedTGAllocs NextPeriodicLaunch Warnings Index KnownLeader LastContact NextToken' ;;
        'job submission') spec=',JobID Namespace Version JobModifyIndex Format Source VariableFlags Variables' ;;
        'job allocations') spec=',ID Name Namespace EvalID NodeID NodeName JobID JobType JobVersion TaskGroup DesiredStatus DesiredDescription DesiredTransition ClientStatus ClientDescription DeploymentStatus FollowupEvalID NextAllocation PreemptedAllocations PreemptedByAllocation RescheduleTracker TaskStates AllocatedResources CreateTime ModifyTime CreateIndex ModifyIndex' ;;
        'job evaluations') spec=',ID Namespace JobID JobModifyIndex Type TriggeredBy Status StatusDescription Priority BlockedEval PreviousEval NextEval DeploymentID NodeID NodeModifyIndex Wait WaitUntil ClassEligibility EscapedComputedClass FailedTGAllocs QueuedAllocations PlanAnnotations SnapshotIndex QuotaLimitReached AnnotatePlan CreateTime ModifyTime CreateIndex ModifyIndex' ;;
        'job summary') spec=',group Queued Starting Running Complete Failed Lost Unknown' ;;
        'job scale-status') spec=',group Desired Placed Running Healthy Unhealthy Events' ;;
        'job services') spec=',ID ServiceName Namespace Address Port Tags Datacenter JobID NodeID AllocID CreateIndex ModifyIndex' ;;
        'job actions') spec=',Name TaskGroupName TaskName Command Args' ;;
        'job dispatch') spec=',DispatchedJobID EvalID EvalCreateIndex JobCreateIndex Index KnownLeader LastContact NextToken job namespace version deployment result reason' ;;
        'job periodic force') spec=',JobID EvalID EvalCreateIndex Index KnownLeader LastContact NextToken job namespace version deployment result reason' ;;
        'job diff') spec=',ID From To Type Fields Objects TaskGroups' ;;
        'job logs') spec=',allocation group task stream version status reason log' ;;
        'job events') spec=',time what name event message' ;;
        'job restart') spec=',allocation group node tasks result restarts started reason' ;;
        'job promote') spec=',DeploymentID DeploymentModifyIndex EvalID EvalCreateIndex RevertedJobVersion Index job namespace version deployment result reason' ;;
        'job fail') spec=',DeploymentID DeploymentModifyIndex EvalID EvalCreateIndex RevertedJobVersion Index' ;;
        'job stable') spec=',Index KnownLeader LastContact NextToken' ;;
        'job wait') spec=',job namespace version deployment result reason' ;;
        'lease lookup') spec=',id path issue_time expire_time last_renewal ttl renewable' ;;
        'lease recover') spec=',name result reason' ;;
        'status') spec=',service kind name scope state detail attention since as-of acknowledged restarts groups about' ;;
        'how') spec=',title lines guide ran' ;;
        'changes') spec=',id time command profile origin state objects done failed unknown left by reason' ;;
        'changes show') spec=',namespace item name operation result before undo lookUp' ;;
        'changes settle') spec=',id item result' ;;
        'undo') spec=',name namespace operation result reason command lookUp' ;;
        'profile explain') spec=',service name value source refused' ;;
        'auth status') spec=',service address product token source keeper user method expires renewable uses problem' ;;
        'whoami') spec=',service user method policies expires renewable uses source problem' ;;
        'batch run') spec=',item result exit command reason' ;;
        'doctor') spec=',service check status detail' ;;
        'manifest') spec=',path group summary effects' ;;
        'version') spec=',version commit modified date form runtime runtimeVersion platform' ;;
        *) spec='' ;;
      esac ;;
    --filter) spec='' ;;
    --filter-current-run-status) spec='' ;;
    --filter-project-id) spec='' ;;
    --for)
      case $1 in
        'job dispatch' | 'job periodic force') spec='=complete placed dead' ;;
        'job promote') spec='=healthy placed' ;;
        'job stop') spec='=dead' ;;
        *) spec='=healthy placed complete dead promotable' ;;
      esac ;;
    --forget)
      case $1 in
        'lease recover') spec='' ;;
        *) spec='-' ;;
      esac ;;
    --format) spec='=pem der pem_bundle' ;;
    --group) spec='' ;;
    --header) spec='' ;;
    --host) spec='' ;;
    --iam-endpoint) spec='' ;;
    --iam-groups) spec='' ;;
    --iam-tags) spec='' ;;
    --id) spec='' ;;
    --id-prefix-template) spec='' ;;
    --idempotency-token) spec='' ;;
    --identity-token-audience) spec='' ;;
    --identity-token-ttl) spec='' ;;
    --ignore) spec='%workspace:agent-pool-id workspace:allow-destroy-plan workspace:assessments-enabled workspace:auto-apply workspace:auto-apply-run-trigger workspace:auto-destroy-at workspace:auto-destroy-activity-duration workspace:description workspace:execution-mode workspace:file-triggers-enabled workspace:global-remote-state workspace:queue-all-runs workspace:speculative-enabled workspace:engine-version workspace:trigger-patterns workspace:trigger-prefixes workspace:working-directory workspace:setting-overwrites workspace:project workspace:vcs-repo.identifier workspace:vcs-repo.oauth-token-id workspace:vcs-repo.branch workspace:vcs-repo.ingress-submodules workspace:vcs-repo.tags-regex workspace:vcs-repo.vcs-app-installation-id workspace:project-remote-state workspace:tags workspace:ssh-key workspace:retention-policy workspace:consumers message:title message:message message:start_time message:end_time message:type message:authenticated message:link message:options pki-role:ttl pki-role:max_ttl pki-role:allow_localhost pki-role:allowed_domains pki-role:allowed_domains_template pki-role:allow_bare_domains pki-role:allow_subdomains pki-role:allow_glob_domains pki-role:allow_wildcard_certificates pki-role:allow_any_name pki-role:enforce_hostnames pki-role:allow_ip_sans pki-role:allowed_uri_sans pki-role:allowed_uri_sans_template pki-role:allowed_other_sans pki-role:allowed_serial_numbers pki-role:server_flag pki-role:client_flag pki-role:code_signing_flag pki-role:email_protection_flag pki-role:key_type pki-role:key_bits pki-role:signature_bits pki-role:key_usage pki-role:ext_key_usage pki-role:ext_key_usage_oids pki-role:use_csr_common_name pki-role:use_csr_sans pki-role:ou pki-role:organization pki-role:country pki-role:locality pki-role:province pki-role:street_address pki-role:postal_code pki-role:generate_lease pki-role:no_store pki-role:require_cn pki-role:policy_identifiers pki-role:basic_constraints_valid_for_non_ca pki-role:not_before_duration pki-role:not_after pki-role:issuer_ref pki-role:use_pss pki-role:cn_validations pki-role:allowed_user_ids pki-role:allowed_ip_sans_cidr pki-role:allow_globs_in_identity_templates pki-role:not_before pki-role:not_before_bound pki-role:not_after_bound pki-urls:issuing_certificates pki-urls:crl_distribution_points pki-urls:ocsp_servers pki-urls:delta_crl_distribution_points pki-urls:enable_templating pki-crl-config:expiry pki-crl-config:disable pki-crl-config:auto_rebuild pki-crl-config:auto_rebuild_grace_period pki-crl-config:enable_delta pki-crl-config:delta_rebuild_interval pki-crl-config:ocsp_disable pki-crl-config:ocsp_expiry pki-crl-config:allow_expired_cert_revocation cloud-role:credential_type cloud-role:role_arns cloud-role:policy_arns cloud-role:policy_document cloud-role:iam_groups cloud-role:iam_tags cloud-role:default_sts_ttl cloud-role:max_sts_ttl cloud-role:user_path cloud-role:permissions_boundary_arn cloud-role:mfa_serial_number cloud-role:external_id cloud-role:session_tags cloud-static-role:username cloud-static-role:rotation_period cloud-config:max_retries cloud-config:access_key cloud-config:secret_key cloud-config:role_arn cloud-config:identity_token_audience cloud-config:identity_token_ttl cloud-config:region cloud-config:iam_endpoint cloud-config:sts_endpoint cloud-config:username_template cloud-config:sts_region ldap-role:creation_ldif ldap-role:deletion_ldif ldap-role:rollback_ldif ldap-role:username_template ldap-role:default_ttl ldap-role:max_ttl ldap-static-role:username ldap-static-role:dn ldap-static-role:rotation_period ldap-static-role:skip_import_rotation ldap-set:service_account_names ldap-set:ttl ldap-set:max_ttl ldap-set:disable_check_in_enforcement ldap-config:binddn ldap-config:bindpass ldap-config:url ldap-config:password_policy ldap-config:schema ldap-config:userdn ldap-config:userattr ldap-config:upndomain ldap-config:request_timeout ldap-config:starttls ldap-config:insecure_tls ldap-config:certificate ldap-config:client_tls_cert ldap-config:client_tls_key ldap-config:skip_static_role_import_rotation ldap-config:length ldap-config:connection_timeout ldap-config:anonymous_group_search ldap-config:case_sensitive_names ldap-config:deny_null_bind ldap-config:dereference_aliases ldap-config:discoverdn ldap-config:groupattr ldap-config:groupdn ldap-config:groupfilter ldap-config:max_page_size ldap-config:tls_min_version ldap-config:tls_max_version ldap-config:use_token_groups ldap-config:userfilter ldap-config:username_as_alias job:Name job:Type job:Priority job:Datacenters job:NodePool job:Multiregion job:Meta job:Region job:TaskGroups job:Periodic job:ParameterizedJob job:Affinities job:AllAtOnce job:Constraints job:ConsulNamespace job:VaultNamespace job:Migrate job:Reschedule job:Spreads job:UI job:Update' ;;
    --include) spec=',current_configuration_version current_configuration_version.ingress_attributes current_run current_run.configuration_version current_run.configuration_version.ingress_attributes current_run.plan locked_by organization outputs project readme' ;;
    --increment) spec='' ;;
    --ip-sans) spec='' ;;
    --issuer-name) spec='' ;;
    --issuer-ref) spec='' ;;
    --issuer-safety-buffer) spec='' ;;
    --issuing-certificates) spec='' ;;
    --jitter) spec='' ;;
    --job-id) spec='!job' ;;
    --job-version)
      case $1 in
        'job wait') spec='' ;;
        *) spec='!job-version' ;;
      esac ;;
    --jobs-ca-file) spec='/' ;;
    --jobs-client-cert) spec='/' ;;
    --jobs-client-key) spec='/' ;;
    --jobs-namespace) spec='' ;;
    --jobs-product) spec='=documented nomad detect' ;;
    --jobs-region) spec='' ;;
    --jobs-server-name) spec='' ;;
    --jobs-token-from) spec='' ;;
    --jobs-url) spec='' ;;
    --journal) spec='/' ;;
    --jwt-from) spec='@' ;;
    --key-bits) spec='' ;;
    --key-name) spec='' ;;
    --key-type)
      case $1 in
        'pki role write' | 'pki role update') spec='=rsa ec ed25519 any' ;;
        'pki issue') spec='=rsa ec ed25519' ;;
        *) spec='=rsa ed25519 ec' ;;
      esac ;;
    --key-usage) spec='' ;;
    --last) spec='' ;;
    --layout) spec='=pem nginx haproxy pkcs12' ;;
    --ldap-mount) spec='' ;;
    --ldap-url) spec='' ;;
    --lease) spec='' ;;
    --lease-id) spec='' ;;
    --lease-max) spec='' ;;
    --length) spec='' ;;
    --limit) spec='' ;;
    --link) spec='' ;;
    --listen) spec='' ;;
    --locality) spec='' ;;
    --managed-key-id) spec='' ;;
    --managed-key-name) spec='' ;;
    --map) spec='' ;;
    --max-failures) spec='' ;;
    --max-path-length) spec='' ;;
    --max-retries) spec='' ;;
    --max-sts-ttl) spec='' ;;
    --max-ttl) spec='' ;;
    --mesh-token) spec='@' ;;
    --message) spec='@' ;;
    --meta)
      case $1 in
        'job dispatch') spec='' ;;
        'job scale') spec='@' ;;
        *) spec='-' ;;
      esac ;;
    --method) spec='=oidc device browser userpass ldap approle jwt kubernetes cert github token' ;;
    --mfa-code) spec='@' ;;
    --mfa-serial-number) spec='' ;;
    --min-ttl) spec='' ;;
    --mount)
      case $1 in
        'ldap config set' | 'ldap config show' | 'ldap config delete' | 'ldap rotate-root' | 'ldap static-role list' | 'ldap static-role write' | 'ldap static-role update' | 'ldap static-role show' | 'ldap static-role delete' | 'ldap static-role rotate' | 'ldap static-cred' | 'ldap role list' | 'ldap role show' | 'ldap role write' | 'ldap role update' | 'ldap role delete' | 'ldap creds' | 'ldap library list' | 'ldap library write' | 'ldap library update' | 'ldap library show' | 'ldap library delete' | 'ldap library status' | 'ldap library check-out' | 'ldap library check-in' | 'ldap library manage check-in') spec='!ldap-mount' ;;
        'cloud config set' | 'cloud config show' | 'cloud config rotate-root' | 'cloud lease set' | 'cloud lease show' | 'cloud role write' | 'cloud role update' | 'cloud role show' | 'cloud role list' | 'cloud role delete' | 'cloud creds' | 'cloud sts' | 'cloud static-role list' | 'cloud static-role write' | 'cloud static-role update' | 'cloud static-role show' | 'cloud static-role delete' | 'cloud static-creds') spec='!cloud-mount' ;;
        'pki inspect' | 'pki verify' | 'pki inventory' | 'login' | 'auth login') spec='' ;;
        'export' | 'diff' | 'apply') spec='!mount' ;;
        *) spec='!pki-mount' ;;
      esac ;;
    --name) spec='' ;;
    --namespace)
      case $1 in
        'job list' | 'job show' | 'job status' | 'job register' | 'job update' | 'job plan' | 'job parse' | 'job submission' | 'job versions' | 'job allocations' | 'job evaluations' | 'job deployments' | 'job deployment' | 'job summary' | 'job scale-status' | 'job services' | 'job actions' | 'job dispatch' | 'job periodic force' | 'job scale' | 'job evaluate' | 'job revert' | 'job start' | 'job diff' | 'job logs' | 'job events' | 'job restart' | 'job promote' | 'job fail' | 'job stable' | 'job stop' | 'job wait' | 'job action') spec='!jobs-namespace' ;;
        'export' | 'diff' | 'apply') spec='!namespace' ;;
        *) spec='!secrets-namespace' ;;
      esac ;;
    --new-key) spec='=ec:256 ec:384 rsa:2048 rsa:3072 rsa:4096 ed25519' ;;
    --next-token) spec='' ;;
    --not-after) spec='' ;;
    --not-after-bound) spec='' ;;
    --not-before) spec='' ;;
    --not-before-bound) spec='=permit duration forbid' ;;
    --not-before-duration) spec='' ;;
    --ocsp-expiry) spec='' ;;
    --ocsp-servers) spec='' ;;
    --on) spec='!profile' ;;
    --on-failure) spec='=stop undo' ;;
    --only)
      case $1 in
        'undo') spec='' ;;
        *) spec=',Affinities AllAtOnce Constraints ConsulNamespace Datacenters Meta Migrate Multiregion Name NodePool ParameterizedJob Periodic Priority Region Reschedule Spreads TaskGroups Type UI Update VaultNamespace access_key agent-pool-id allow-destroy-plan allow_any_name allow_bare_domains allow_expired_cert_revocation allow_glob_domains allow_globs_in_identity_templates allow_ip_sans allow_localhost allow_subdomains allow_wildcard_certificates allowed_domains allowed_domains_template allowed_ip_sans_cidr allowed_other_sans allowed_serial_numbers allowed_uri_sans allowed_uri_sans_template allowed_user_ids anonymous_group_search assessments-enabled authenticated auto-apply auto-apply-run-trigger auto-destroy-activity-duration auto-destroy-at auto_rebuild auto_rebuild_grace_period basic_constraints_valid_for_non_ca binddn bindpass case_sensitive_names certificate client_flag client_tls_cert client_tls_key cn_validations code_signing_flag connection_timeout consumers country creation_ldif credential_type crl_distribution_points default_sts_ttl default_ttl deletion_ldif delta_crl_distribution_points delta_rebuild_interval deny_null_bind dereference_aliases description disable disable_check_in_enforcement discoverdn dn email_protection_flag enable_delta enable_templating end_time enforce_hostnames engine-version execution-mode expiry ext_key_usage ext_key_usage_oids external_id file-triggers-enabled generate_lease global-remote-state groupattr groupdn groupfilter iam_endpoint iam_groups iam_tags identity_token_audience identity_token_ttl insecure_tls issuer_ref issuing_certificates key_bits key_type key_usage length link locality max_page_size max_retries max_sts_ttl max_ttl message mfa_serial_number no_store not_after not_after_bound not_before not_before_bound not_before_duration ocsp_disable ocsp_expiry ocsp_servers options organization ou password_policy permissions_boundary_arn policy_arns policy_document policy_identifiers postal_code project project-remote-state province queue-all-runs region request_timeout require_cn retention-policy role_arn role_arns rollback_ldif rotation_period schema secret_key server_flag service_account_names session_tags setting-overwrites signature_bits skip_import_rotation skip_static_role_import_rotation speculative-enabled ssh-key start_time starttls street_address sts_endpoint sts_region tags title tls_max_version tls_min_version trigger-patterns trigger-prefixes ttl type upndomain url use_csr_common_name use_csr_sans use_pss use_token_groups user_path userattr userdn userfilter username username_as_alias username_template vcs-repo.branch vcs-repo.identifier vcs-repo.ingress-submodules vcs-repo.oauth-token-id vcs-repo.tags-regex vcs-repo.vcs-app-installation-id working-directory' ;;
      esac ;;
    --option) spec='' ;;
    --organization)
      case $1 in
        'pki intermediate generate' | 'pki role write' | 'pki role update' | 'pki root generate' | 'pki root sign-intermediate') spec='' ;;
        *) spec='!organization' ;;
      esac ;;
    --other-sans) spec='' ;;
    --ou) spec='' ;;
    --out) spec='/' ;;
    --output | -o)
      case $1 in
        'cloud creds' | 'cloud sts' | 'cloud static-creds' | 'export' | 'status acknowledge' | 'watch' | 'changes continue' | 'profile set' | 'profile use' | 'profile delete' | 'logout' | 'auth logout' | 'api' | 'sandbox start' | 'sandbox serve' | 'sandbox exec' | 'completion' | 'completion install' | 'completion uninstall' | 'man install' | 'man uninstall' | 'mcp' | 'skill install' | 'skill uninstall') spec='=table json jsonl yaml csv tsv md name env export credential-process' ;;
        'ldap static-cred' | 'ldap creds' | 'ldap library check-out' | 'login' | 'auth login') spec='=table json jsonl yaml csv tsv md name env export' ;;
        'pki ca show' | 'pki ca chain' | 'pki cert download' | 'pki crl show') spec='=table json jsonl yaml csv tsv md' ;;
        *) spec='=table json jsonl yaml csv tsv md name' ;;
      esac ;;
    --page-number) spec='' ;;
    --page-size) spec='' ;;
    --parallel) spec='' ;;
    --passcode-from) spec='@' ;;
    --password) spec='@' ;;
    --password-from) spec='@' ;;
    --password-policy) spec='' ;;
    --pause-duration) spec='' ;;
    --payload) spec='@' ;;
    --pem-bundle) spec='@' ;;
    --per-page) spec='' ;;
    --permissions-boundary-arn) spec='' ;;
    --permitted-dns-domains) spec='' ;;
    --pki-mount) spec='' ;;
    --plan-out) spec='/' ;;
    --policy) spec='@' ;;
    --policy-arns) spec='' ;;
    --policy-document) spec='@' ;;
    --policy-identifiers) spec='' ;;
    --port) spec='' ;;
    --postal-code) spec='' ;;
    --prefix) spec='' ;;
    --private-key-format) spec='=der pkcs8' ;;
    --product)
      case $1 in
        'sandbox serve' | 'sandbox exec') spec='' ;;
        *) spec='=documented hcp-terraform terraform-enterprise otf vault openbao nomad' ;;
      esac ;;
    --profile) spec='!profile' ;;
    --project)
      case $1 in
        'skill install' | 'skill uninstall') spec='-' ;;
        *) spec='' ;;
      esac ;;
    --province) spec='' ;;
    --purpose) spec='=tls-server tls-client smime code' ;;
    --query) spec='' ;;
    --rate) spec='' ;;
    --reason) spec='@' ;;
    --receipt-days) spec='' ;;
    --region) spec='' ;;
    --request-timeout) spec='' ;;
    --resume)
      case $1 in
        'batch run') spec='-' ;;
        *) spec='/' ;;
      esac ;;
    --revocation) spec='=require check off' ;;
    --revoked-safety-buffer) spec='' ;;
    --role)
      case $1 in
        'pki renew') spec='!pki-role' ;;
        *) spec='' ;;
      esac ;;
    --role-arn) spec='' ;;
    --role-arns) spec='' ;;
    --role-id) spec='' ;;
    --role-session-name) spec='' ;;
    --rollback-ldif) spec='@' ;;
    --root) spec='/' ;;
    --rotation-period) spec='' ;;
    --safety-buffer) spec='' ;;
    --save) spec='/' ;;
    --scenario) spec=',crash-loop stuck-deployment forgotten-lock expired-certificate sealed-secrets' ;;
    --schema)
      case $1 in
        'manifest') spec='' ;;
        *) spec='=openldap ad racf' ;;
      esac ;;
    --search-exclude-tags) spec='' ;;
    --search-name) spec='' ;;
    --search-tags) spec='' ;;
    --search-wildcard-name) spec='' ;;
    --secret-id-from) spec='@' ;;
    --secret-key) spec='@' ;;
    --secrets-ca-file) spec='/' ;;
    --secrets-client-cert) spec='/' ;;
    --secrets-client-key) spec='/' ;;
    --secrets-namespace) spec='' ;;
    --secrets-product) spec='=documented vault openbao detect' ;;
    --secrets-server-name) spec='' ;;
    --secrets-token) spec='@' ;;
    --secrets-token-from) spec='' ;;
    --secrets-url) spec='' ;;
    --seed) spec='' ;;
    --serial-number) spec='' ;;
    --server-name) spec='' ;;
    --service) spec=',workspaces secrets jobs' ;;
    --service-account-names) spec='' ;;
    --set) spec='' ;;
    --setting-overwrites) spec='' ;;
    --signature-bits) spec='' ;;
    --since) spec='' ;;
    --skid) spec='' ;;
    --sort)
      case $1 in
        'job list') spec='=ID -ID Namespace -Namespace Type -Type Priority -Priority Status -Status Stop -Stop ParentID -ParentID JobModifyIndex -JobModifyIndex SubmitTime -SubmitTime JobSummary -JobSummary' ;;
        'job versions') spec='=Version -Version Stable -Stable Stop -Stop Status -Status JobModifyIndex -JobModifyIndex VersionTag.Name -VersionTag.Name SubmitTime -SubmitTime' ;;
        'job allocations') spec='=ID -ID TaskGroup -TaskGroup JobVersion -JobVersion DesiredStatus -DesiredStatus ClientStatus -ClientStatus NodeName -NodeName EvalID -EvalID CreateTime -CreateTime ModifyTime -ModifyTime TaskStates -TaskStates' ;;
        'job evaluations') spec='=ID -ID TriggeredBy -TriggeredBy Status -Status StatusDescription -StatusDescription Priority -Priority BlockedEval -BlockedEval DeploymentID -DeploymentID CreateTime -CreateTime' ;;
        'job deployments') spec='=ID -ID JobVersion -JobVersion Status -Status StatusDescription -StatusDescription CreateTime -CreateTime ModifyTime -ModifyTime' ;;
        *) spec='=name -name current-run.created-at -current-run.created-at latest-change-at -latest-change-at' ;;
      esac ;;
    --source-name) spec='' ;;
    --source-url) spec='' ;;
    --start-time) spec='' ;;
    --state) spec='/' ;;
    --store-password-from) spec='@' ;;
    --street-address) spec='' ;;
    --sts-endpoint) spec='' ;;
    --submission) spec='@' ;;
    --tag) spec='' ;;
    --tagged) spec='' ;;
    --tail) spec='' ;;
    --task) spec='' ;;
    --time) spec='' ;;
    --timeout) spec='' ;;
    --title) spec='' ;;
    --to) spec='=previous stable' ;;
    --token) spec='' ;;
    --token-file) spec='/' ;;
    --token-keeper) spec='=file system vendor' ;;
    --toolset) spec='' ;;
    --trigger-patterns) spec='' ;;
    --trigger-prefixes) spec='' ;;
    --trust) spec='/' ;;
    --try) spec='=1 2 3' ;;
    --ttl) spec='' ;;
    --type) spec='=banner modal' ;;
    --unmanaged)
      case $1 in
        'diff') spec=',workspace message pki-role pki-urls pki-crl-config cloud-role cloud-static-role cloud-config ldap-role ldap-static-role ldap-set ldap-config job all' ;;
        *) spec='-' ;;
      esac ;;
    --unset)
      case $1 in
        'workspace create') spec=',auto-destroy-at auto-destroy-activity-duration' ;;
        'workspace update') spec=',auto-destroy-at auto-destroy-activity-duration vcs-repo' ;;
        'message update') spec=',end-time link option' ;;
        *) spec=',enforce-prior-version' ;;
      esac ;;
    --until) spec='' ;;
    --upndomain) spec='' ;;
    --uri-sans) spec='' ;;
    --user-ids) spec='' ;;
    --user-path) spec='' ;;
    --userattr) spec='' ;;
    --userdn) spec='' ;;
    --username) spec='' ;;
    --username-template) spec='@' ;;
    --var) spec='' ;;
    --var-file) spec='/' ;;
    --variable-flags) spec='' ;;
    --variables) spec='@' ;;
    --vcs-repo) spec='@' ;;
    --vcs-repo-branch) spec='' ;;
    --vcs-repo-identifier) spec='' ;;
    --vcs-repo-oauth-token-id) spec='' ;;
    --vcs-repo-tags-regex) spec='' ;;
    --vcs-repo-vcs-app-installation-id) spec='' ;;
    --wait-timeout) spec='' ;;
    --wave) spec='' ;;
    --where)
      case $1 in
        'job list' | 'job dispatch' | 'job periodic force' | 'job scale' | 'job evaluate' | 'job revert' | 'job start' | 'job restart' | 'job promote' | 'job fail' | 'job stable' | 'job stop') spec=':ID~ Name~ Namespace~ Type~ Priority< Status~ StatusDescription~ Stop Stop=true Stop=false ParentID~ JobModifyIndex< SubmitTime< Datacenters~ NodePool~ Multiregion Meta CreateIndex< ModifyIndex< Region~ Version< Stable Stable=true Stable=false TaskGroups~ Periodic Periodic=true Periodic=false Periodic.Enabled Periodic.Enabled=true Periodic.Enabled=false Periodic.Spec~ Periodic.Specs~ Periodic.SpecType~ Periodic.ProhibitOverlap Periodic.ProhibitOverlap=true Periodic.ProhibitOverlap=false Periodic.TimeZone~ ParameterizedJob ParameterizedJob=true ParameterizedJob=false Affinities~ AllAtOnce AllAtOnce=true AllAtOnce=false Constraints~ ConsulNamespace~ VaultNamespace~ DispatchIdempotencyToken~ Dispatched Dispatched=true Dispatched=false Migrate NomadTokenID~ Payload~ Reschedule Spreads~ UI Update VersionTag VersionTag.Name~ VersionTag.Description~ VersionTag.TaggedTime< JobSummary' ;;
        'cloud static-role update' | 'cloud static-role delete' | 'lease renew' | 'lease revoke' | 'mcp') spec='' ;;
        'ldap library list' | 'ldap library update' | 'ldap library delete' | 'ldap library check-in' | 'ldap library manage check-in') spec=':name~ set_name~ service_account_names~ ttl< max_ttl< disable_check_in_enforcement disable_check_in_enforcement=true disable_check_in_enforcement=false key~' ;;
        'ldap static-role list' | 'ldap static-role update' | 'ldap static-role delete' | 'ldap static-role rotate') spec=':name~ role_name~ username~ dn~ rotation_period< last_vault_rotation< key~' ;;
        'message list' | 'message update' | 'message delete') spec=':id~ title~ status~ type~ type=banner type=modal authenticated authenticated=true authenticated=false active active=true active=false start_time< end_time< link options message~ key~' ;;
        'pki role update' | 'pki role list' | 'pki role delete') spec=':name~ ttl< max_ttl< allow_localhost allow_localhost=true allow_localhost=false allowed_domains~ allowed_domains_template allowed_domains_template=true allowed_domains_template=false allow_bare_domains allow_bare_domains=true allow_bare_domains=false allow_subdomains allow_subdomains=true allow_subdomains=false allow_glob_domains allow_glob_domains=true allow_glob_domains=false allow_wildcard_certificates allow_wildcard_certificates=true allow_wildcard_certificates=false allow_any_name allow_any_name=true allow_any_name=false enforce_hostnames enforce_hostnames=true enforce_hostnames=false allow_ip_sans allow_ip_sans=true allow_ip_sans=false allowed_uri_sans~ allowed_uri_sans_template allowed_uri_sans_template=true allowed_uri_sans_template=false allowed_other_sans~ allowed_serial_numbers~ server_flag server_flag=true server_flag=false client_flag client_flag=true client_flag=false code_signing_flag code_signing_flag=true code_signing_flag=false email_protection_flag email_protection_flag=true email_protection_flag=false key_type~ key_type=rsa key_type=ec key_type=ed25519 key_type=any key_bits< signature_bits< key_usage~ ext_key_usage~ ext_key_usage_oids~ use_csr_common_name use_csr_common_name=true use_csr_common_name=false use_csr_sans use_csr_sans=true use_csr_sans=false ou~ organization~ country~ locality~ province~ street_address~ postal_code~ generate_lease generate_lease=true generate_lease=false no_store no_store=true no_store=false require_cn require_cn=true require_cn=false policy_identifiers~ basic_constraints_valid_for_non_ca basic_constraints_valid_for_non_ca=true basic_constraints_valid_for_non_ca=false not_before_duration< not_after< issuer_ref~ use_pss use_pss=true use_pss=false cn_validations~ allowed_user_ids~ allowed_ip_sans_cidr~ allow_globs_in_identity_templates allow_globs_in_identity_templates=true allow_globs_in_identity_templates=false not_before~ not_before_bound~ not_before_bound=permit not_before_bound=duration not_before_bound=forbid not_after_bound~ allow_token_displayname allow_token_displayname=true allow_token_displayname=false key~' ;;
        'cloud role update' | 'cloud role list' | 'cloud role delete') spec=':name~ credential_type~ credential_type=iam_user credential_type=assumed_role credential_type=federation_token credential_type=session_token role_arns~ policy_arns~ policy_document~ iam_groups~ iam_tags default_sts_ttl< max_sts_ttl< user_path~ permissions_boundary_arn~ mfa_serial_number~ invalid_data~ external_id~ session_tags key~' ;;
        'ldap role list' | 'ldap role update' | 'ldap role delete') spec=':name~ role_name~ default_ttl< max_ttl< username_template~ creation_ldif~ deletion_ldif~ rollback_ldif~ key~' ;;
        'cloud static-role list' | 'lease list') spec=':key~' ;;
        'diff' | 'apply') spec=':kind~ name~ action~ result~ wave< fields~ where~ reason~ hint~ mount~ namespace~ changes~ plan uncompared~' ;;
        'workspace consumer list') spec=':id~ type~ name~ organization~ project~ description~ execution-mode~ agent-pool-id~ agent-pool~ engine-version~< locked locked=true locked=false locked-by~ holder~ locked-reason~ auto-apply auto-apply=true auto-apply=false auto-apply-run-trigger auto-apply-run-trigger=true auto-apply-run-trigger=false allow-destroy-plan allow-destroy-plan=true allow-destroy-plan=false assessments-enabled assessments-enabled=true assessments-enabled=false auto-destroy-at< auto-destroy-activity-duration< file-triggers-enabled file-triggers-enabled=true file-triggers-enabled=false global-remote-state global-remote-state=true global-remote-state=false operations operations=true operations=false queue-all-runs queue-all-runs=true queue-all-runs=false source-name~ source-url~ speculative-enabled speculative-enabled=true speculative-enabled=false trigger-patterns~ trigger-prefixes~ working-directory~ setting-overwrites vcs-repo vcs-repo.identifier~ vcs-repo.oauth-token-id~ vcs-repo.vcs-app-installation-id~ vcs-repo.github-app-installation-id~ vcs-repo.branch~ vcs-repo.ingress-submodules vcs-repo.ingress-submodules=true vcs-repo.ingress-submodules=false vcs-repo.tags-regex~ vcs-repo.display-identifier~ vcs-repo.repository-http-url~ vcs-repo.service-provider~ vcs-repo.webhook-url~ apply-duration-average< plan-duration-average< policy-check-failures< run-failures< workspace-kpis-run-count< tag-names~ resource-count< latest-change-at< created-at< updated-at< current-run~ latest-run~ current-state-version~ current-configuration-version~ ssh-key~ data-retention-policy~ remote-state-consumers~ outputs~ readme~ actions permissions can-queue-destroy-plan can-queue-destroy-plan=true can-queue-destroy-plan=false environment~ migration-environment~ structured-run-output-enabled structured-run-output-enabled=true structured-run-output-enabled=false auto-destroy-status~ inherits-project-auto-destroy inherits-project-auto-destroy=true inherits-project-auto-destroy=false project-remote-state project-remote-state=true project-remote-state=false hyok-enabled hyok-enabled=true hyok-enabled=false vcs-repo-identifier~ oauth-client-name~ last-assessment-result-at< source~ vars~' ;;
        'workspace tag list') spec=':id~ type~ name~ instance-count< organization~' ;;
        'pki issuer list') spec=':key~ issuer_name~ is_default is_default=true is_default=false serial_number~ key_id~' ;;
        'pki revoke') spec=':serial_number~ certificate~ revocation_time< revocation_time_rfc3339~ issuer_id~ ca_chain~ key~ common_name~ dns_names~ issuer~ key_type~ key_bits< not_before< not_after<' ;;
        'pki inventory') spec=':serial~ common_name~ names~ subject~ issuer~ not_before< not_after< days_left< key~ ca ca=true ca=false revoked~ revoked_at< superseded superseded=true superseded=false findings~ due due=true due=false mount~' ;;
        'ldap library status') spec=':account~ available available=true available=false borrower_entity_id~ borrower_client_token~' ;;
        'job versions') spec=':ID~ Name~ Namespace~ Type~ Priority< Status~ StatusDescription~ Stop Stop=true Stop=false ParentID~ JobModifyIndex< SubmitTime< Datacenters~ NodePool~ Multiregion Meta CreateIndex< ModifyIndex< Region~ Version< Stable Stable=true Stable=false TaskGroups~ Periodic Periodic.Enabled Periodic.Enabled=true Periodic.Enabled=false Periodic.Spec~ Periodic.Specs~ Periodic.SpecType~ Periodic.ProhibitOverlap Periodic.ProhibitOverlap=true Periodic.ProhibitOverlap=false Periodic.TimeZone~ ParameterizedJob Affinities~ AllAtOnce AllAtOnce=true AllAtOnce=false Constraints~ ConsulNamespace~ VaultNamespace~ DispatchIdempotencyToken~ Dispatched Dispatched=true Dispatched=false Migrate NomadTokenID~ Payload~ Reschedule Spreads~ UI Update VersionTag VersionTag.Name~ VersionTag.Description~ VersionTag.TaggedTime<' ;;
        'job allocations') spec=':ID~ Name~ Namespace~ EvalID~ NodeID~ NodeName~ JobID~ JobType~ JobVersion< TaskGroup~ DesiredStatus~ DesiredDescription~ DesiredTransition ClientStatus~ ClientDescription~ DeploymentStatus FollowupEvalID~ NextAllocation~ PreemptedAllocations~ PreemptedByAllocation~ RescheduleTracker TaskStates AllocatedResources CreateTime< ModifyTime< CreateIndex< ModifyIndex<' ;;
        'job evaluations') spec=':ID~ Namespace~ JobID~ JobModifyIndex< Type~ TriggeredBy~ Status~ StatusDescription~ Priority< BlockedEval~ PreviousEval~ NextEval~ DeploymentID~ NodeID~ NodeModifyIndex< Wait< WaitUntil< ClassEligibility EscapedComputedClass EscapedComputedClass=true EscapedComputedClass=false FailedTGAllocs QueuedAllocations PlanAnnotations SnapshotIndex< QuotaLimitReached~ AnnotatePlan AnnotatePlan=true AnnotatePlan=false CreateTime< ModifyTime< CreateIndex< ModifyIndex<' ;;
        'job deployments') spec=':ID~ Namespace~ JobID~ JobVersion< JobModifyIndex< JobSpecModifyIndex< JobCreateIndex< Status~ StatusDescription~ TaskGroups EvalPriority< IsMultiregion IsMultiregion=true IsMultiregion=false CreateTime< ModifyTime< CreateIndex< ModifyIndex<' ;;
        'job summary') spec=':group~ Queued< Starting< Running< Complete< Failed< Lost< Unknown<' ;;
        'job scale-status') spec=':group~ Desired< Placed< Running< Healthy< Unhealthy< Events~' ;;
        'job services') spec=':ID~ ServiceName~ Namespace~ Address~ Port< Tags~ Datacenter~ JobID~ NodeID~ AllocID~ CreateIndex< ModifyIndex<' ;;
        'job actions') spec=':Name~ TaskGroupName~ TaskName~ Command~ Args~' ;;
        'export') spec='&workspace:name~ workspace:id~ workspace:type~ workspace:organization~ workspace:project~ workspace:description~ workspace:execution-mode~ workspace:execution-mode=remote workspace:execution-mode=local workspace:execution-mode=agent workspace:agent-pool-id~ workspace:agent-pool~ workspace:engine-version~< workspace:locked workspace:locked=true workspace:locked=false workspace:locked-by~ workspace:holder~ workspace:locked-reason~ workspace:auto-apply workspace:auto-apply=true workspace:auto-apply=false workspace:auto-apply-run-trigger workspace:auto-apply-run-trigger=true workspace:auto-apply-run-trigger=false workspace:allow-destroy-plan workspace:allow-destroy-plan=true workspace:allow-destroy-plan=false workspace:assessments-enabled workspace:assessments-enabled=true workspace:assessments-enabled=false workspace:auto-destroy-at< workspace:auto-destroy-activity-duration< workspace:file-triggers-enabled workspace:file-triggers-enabled=true workspace:file-triggers-enabled=false workspace:global-remote-state workspace:global-remote-state=true workspace:global-remote-state=false workspace:operations workspace:operations=true workspace:operations=false workspace:queue-all-runs workspace:queue-all-runs=true workspace:queue-all-runs=false workspace:source-name~ workspace:source-url~ workspace:speculative-enabled workspace:speculative-enabled=true workspace:speculative-enabled=false workspace:trigger-patterns~ workspace:trigger-prefixes~ workspace:working-directory~ workspace:setting-overwrites workspace:vcs-repo workspace:vcs-repo.identifier~ workspace:vcs-repo.oauth-token-id~ workspace:vcs-repo.vcs-app-installation-id~ workspace:vcs-repo.github-app-installation-id~ workspace:vcs-repo.branch~ workspace:vcs-repo.ingress-submodules workspace:vcs-repo.ingress-submodules=true workspace:vcs-repo.ingress-submodules=false workspace:vcs-repo.tags-regex~ workspace:vcs-repo.display-identifier~ workspace:vcs-repo.repository-http-url~ workspace:vcs-repo.service-provider~ workspace:vcs-repo.webhook-url~ workspace:apply-duration-average< workspace:plan-duration-average< workspace:policy-check-failures< workspace:run-failures< workspace:workspace-kpis-run-count< workspace:tag-names~ workspace:resource-count< workspace:latest-change-at< workspace:created-at< workspace:updated-at< workspace:current-run~ workspace:latest-run~ workspace:current-state-version~ workspace:current-configuration-version~ workspace:ssh-key~ workspace:data-retention-policy~ workspace:remote-state-consumers~ workspace:outputs~ workspace:readme~ workspace:actions workspace:permissions workspace:can-queue-destroy-plan workspace:can-queue-destroy-plan=true workspace:can-queue-destroy-plan=false workspace:environment~ workspace:migration-environment~ workspace:structured-run-output-enabled workspace:structured-run-output-enabled=true workspace:structured-run-output-enabled=false workspace:auto-destroy-status~ workspace:inherits-project-auto-destroy workspace:inherits-project-auto-destroy=true workspace:inherits-project-auto-destroy=false workspace:project-remote-state workspace:project-remote-state=true workspace:project-remote-state=false workspace:hyok-enabled workspace:hyok-enabled=true workspace:hyok-enabled=false workspace:vcs-repo-identifier~ workspace:oauth-client-name~ workspace:last-assessment-result-at< workspace:source~ workspace:vars~ workspace:tag~ message:id~ message:title~ message:status~ message:type~ message:type=banner message:type=modal message:authenticated message:authenticated=true message:authenticated=false message:active message:active=true message:active=false message:start_time< message:end_time< message:link message:options message:message~ message:key~ pki-role:name~ pki-role:ttl< pki-role:max_ttl< pki-role:allow_localhost pki-role:allow_localhost=true pki-role:allow_localhost=false pki-role:allowed_domains~ pki-role:allowed_domains_template pki-role:allowed_domains_template=true pki-role:allowed_domains_template=false pki-role:allow_bare_domains pki-role:allow_bare_domains=true pki-role:allow_bare_domains=false pki-role:allow_subdomains pki-role:allow_subdomains=true pki-role:allow_subdomains=false pki-role:allow_glob_domains pki-role:allow_glob_domains=true pki-role:allow_glob_domains=false pki-role:allow_wildcard_certificates pki-role:allow_wildcard_certificates=true pki-role:allow_wildcard_certificates=false pki-role:allow_any_name pki-role:allow_any_name=true pki-role:allow_any_name=false pki-role:enforce_hostnames pki-role:enforce_hostnames=true pki-role:enforce_hostnames=false pki-role:allow_ip_sans pki-role:allow_ip_sans=true pki-role:allow_ip_sans=false pki-role:allowed_uri_sans~ pki-role:allowed_uri_sans_template pki-role:allowed_uri_sans_template=true pki-role:allowed_uri_sans_template=false pki-role:allowed_other_sans~ pki-role:allowed_serial_numbers~ pki-role:server_flag pki-role:server_flag=true pki-role:server_flag=false pki-role:client_flag pki-role:client_flag=true pki-role:client_flag=false pki-role:code_signing_flag pki-role:code_signing_flag=true pki-role:code_signing_flag=false pki-role:email_protection_flag pki-role:email_protection_flag=true pki-role:email_protection_flag=false pki-role:key_type~ pki-role:key_type=rsa pki-role:key_type=ec pki-role:key_type=ed25519 pki-role:key_type=any pki-role:key_bits< pki-role:signature_bits< pki-role:key_usage~ pki-role:ext_key_usage~ pki-role:ext_key_usage_oids~ pki-role:use_csr_common_name pki-role:use_csr_common_name=true pki-role:use_csr_common_name=false pki-role:use_csr_sans pki-role:use_csr_sans=true pki-role:use_csr_sans=false pki-role:ou~ pki-role:organization~ pki-role:country~ pki-role:locality~ pki-role:province~ pki-role:street_address~ pki-role:postal_code~ pki-role:generate_lease pki-role:generate_lease=true pki-role:generate_lease=false pki-role:no_store pki-role:no_store=true pki-role:no_store=false pki-role:require_cn pki-role:require_cn=true pki-role:require_cn=false pki-role:policy_identifiers~ pki-role:basic_constraints_valid_for_non_ca pki-role:basic_constraints_valid_for_non_ca=true pki-role:basic_constraints_valid_for_non_ca=false pki-role:not_before_duration< pki-role:not_after< pki-role:issuer_ref~ pki-role:use_pss pki-role:use_pss=true pki-role:use_pss=false pki-role:cn_validations~ pki-role:allowed_user_ids~ pki-role:allowed_ip_sans_cidr~ pki-role:allow_globs_in_identity_templates pki-role:allow_globs_in_identity_templates=true pki-role:allow_globs_in_identity_templates=false pki-role:not_before~ pki-role:not_before_bound~ pki-role:not_before_bound=permit pki-role:not_before_bound=duration pki-role:not_before_bound=forbid pki-role:not_after_bound~ pki-role:allow_token_displayname pki-role:allow_token_displayname=true pki-role:allow_token_displayname=false pki-role:key~ cloud-role:name~ cloud-role:credential_type~ cloud-role:credential_type=iam_user cloud-role:credential_type=assumed_role cloud-role:credential_type=federation_token cloud-role:credential_type=session_token cloud-role:role_arns~ cloud-role:policy_arns~ cloud-role:policy_document~ cloud-role:iam_groups~ cloud-role:iam_tags cloud-role:default_sts_ttl< cloud-role:max_sts_ttl< cloud-role:user_path~ cloud-role:permissions_boundary_arn~ cloud-role:mfa_serial_number~ cloud-role:invalid_data~ cloud-role:external_id~ cloud-role:session_tags cloud-role:key~ ldap-role:name~ ldap-role:role_name~ ldap-role:default_ttl< ldap-role:max_ttl< ldap-role:username_template~ ldap-role:creation_ldif~ ldap-role:deletion_ldif~ ldap-role:rollback_ldif~ ldap-role:key~ ldap-static-role:name~ ldap-static-role:role_name~ ldap-static-role:username~ ldap-static-role:dn~ ldap-static-role:rotation_period< ldap-static-role:last_vault_rotation< ldap-static-role:key~ ldap-set:name~ ldap-set:set_name~ ldap-set:service_account_names~ ldap-set:ttl< ldap-set:max_ttl< ldap-set:disable_check_in_enforcement ldap-set:disable_check_in_enforcement=true ldap-set:disable_check_in_enforcement=false ldap-set:key~ job:ID~ job:Name~ job:Namespace~ job:Type~ job:Priority< job:Status~ job:StatusDescription~ job:Stop job:Stop=true job:Stop=false job:ParentID~ job:JobModifyIndex< job:SubmitTime< job:Datacenters~ job:NodePool~ job:Multiregion job:Meta job:CreateIndex< job:ModifyIndex< job:Region~ job:Version< job:Stable job:Stable=true job:Stable=false job:TaskGroups~ job:Periodic job:Periodic=true job:Periodic=false job:Periodic.Enabled job:Periodic.Enabled=true job:Periodic.Enabled=false job:Periodic.Spec~ job:Periodic.Specs~ job:Periodic.SpecType~ job:Periodic.ProhibitOverlap job:Periodic.ProhibitOverlap=true job:Periodic.ProhibitOverlap=false job:Periodic.TimeZone~ job:ParameterizedJob job:ParameterizedJob=true job:ParameterizedJob=false job:Affinities~ job:AllAtOnce job:AllAtOnce=true job:AllAtOnce=false job:Constraints~ job:ConsulNamespace~ job:VaultNamespace~ job:DispatchIdempotencyToken~ job:Dispatched job:Dispatched=true job:Dispatched=false job:Migrate job:NomadTokenID~ job:Payload~ job:Reschedule job:Spreads~ job:UI job:Update job:VersionTag job:VersionTag.Name~ job:VersionTag.Description~ job:VersionTag.TaggedTime< job:JobSummary' ;;
        'changes') spec=':id~ time< command~ profile~ origin~ state~ objects< done< failed< unknown< left< by~ reason~' ;;
        *) spec=':name~ id~ type~ organization~ project~ description~ execution-mode~ execution-mode=remote execution-mode=local execution-mode=agent agent-pool-id~ agent-pool~ engine-version~< locked locked=true locked=false locked-by~ holder~ locked-reason~ auto-apply auto-apply=true auto-apply=false auto-apply-run-trigger auto-apply-run-trigger=true auto-apply-run-trigger=false allow-destroy-plan allow-destroy-plan=true allow-destroy-plan=false assessments-enabled assessments-enabled=true assessments-enabled=false auto-destroy-at< auto-destroy-activity-duration< file-triggers-enabled file-triggers-enabled=true file-triggers-enabled=false global-remote-state global-remote-state=true global-remote-state=false operations operations=true operations=false queue-all-runs queue-all-runs=true queue-all-runs=false source-name~ source-url~ speculative-enabled speculative-enabled=true speculative-enabled=false trigger-patterns~ trigger-prefixes~ working-directory~ setting-overwrites vcs-repo vcs-repo.identifier~ vcs-repo.oauth-token-id~ vcs-repo.vcs-app-installation-id~ vcs-repo.github-app-installation-id~ vcs-repo.branch~ vcs-repo.ingress-submodules vcs-repo.ingress-submodules=true vcs-repo.ingress-submodules=false vcs-repo.tags-regex~ vcs-repo.display-identifier~ vcs-repo.repository-http-url~ vcs-repo.service-provider~ vcs-repo.webhook-url~ apply-duration-average< plan-duration-average< policy-check-failures< run-failures< workspace-kpis-run-count< tag-names~ resource-count< latest-change-at< created-at< updated-at< current-run~ latest-run~ current-state-version~ current-configuration-version~ ssh-key~ data-retention-policy~ remote-state-consumers~ outputs~ readme~ actions permissions can-queue-destroy-plan can-queue-destroy-plan=true can-queue-destroy-plan=false environment~ migration-environment~ structured-run-output-enabled structured-run-output-enabled=true structured-run-output-enabled=false auto-destroy-status~ inherits-project-auto-destroy inherits-project-auto-destroy=true inherits-project-auto-destroy=false project-remote-state project-remote-state=true project-remote-state=false hyok-enabled hyok-enabled=true hyok-enabled=false vcs-repo-identifier~ oauth-client-name~ last-assessment-result-at< source~ vars~ tag~' ;;
      esac ;;
    --why) spec='' ;;
    --working-directory) spec='' ;;
    --workspaces-ca-file) spec='/' ;;
    --workspaces-client-cert) spec='/' ;;
    --workspaces-client-key) spec='/' ;;
    --workspaces-product) spec='=documented hcp-terraform terraform-enterprise otf detect' ;;
    --workspaces-server-name) spec='' ;;
    --workspaces-token-from) spec='' ;;
    --workspaces-url) spec='' ;;
    --wrap-ttl) spec='' ;;
    --write-secrets) spec='' ;;
  esac
}

# Live names: one file a kind. First line: version and when it expires; second: the context it was read in.
_trivet_live() {
  local kind=$1 parent=$2 folder profiles file context now expires line name lines=() fresh=
  if [[ -n ${TRIVET_CONFIG_DIR-} ]]; then
    folder=$TRIVET_CONFIG_DIR/cache profiles=$TRIVET_CONFIG_DIR/profiles.json
  else
    [[ -n ${HOME-} ]] || return
    folder=$HOME/.cache/trivet profiles=$HOME/.config/trivet/profiles.json
    [[ ${XDG_CACHE_HOME-} == /* ]] && folder=$XDG_CACHE_HOME/trivet
    [[ ${XDG_CONFIG_HOME-} == /* ]] && profiles=$XDG_CONFIG_HOME/trivet/profiles.json
  fi
  file=$folder/names/$kind
  context="$parent|${given[*]-}|${TRIVET_PROFILE-}|${TRIVET_WORKSPACES_URL-}|${TRIVET_ORGANIZATION-}|${TFE_ADDRESS-}|${TFE_HOSTNAME-}|${TFE_ORGANIZATION-}|${TFE_ORG-}|${TF_CLOUD_HOSTNAME-}|${TF_CLOUD_ORGANIZATION-}|${TRIVET_SECRETS_URL-}|${TRIVET_SECRETS_NAMESPACE-}|${BAO_ADDR-}|${BAO_NAMESPACE-}|${VAULT_ADDR-}|${VAULT_NAMESPACE-}|${TRIVET_JOBS_URL-}|${TRIVET_JOBS_NAMESPACE-}|${TRIVET_JOBS_REGION-}|${NOMAD_ADDR-}|${NOMAD_NAMESPACE-}|${NOMAD_REGION-}"
  # An address with a password in it is refused by trivet, and is not an argument for anything.
  [[ $context == *://*@* ]] && return
  context=${context//[!!-~]/_}
  _trivet_read && return
  # Old names of the same context are better than none: they are offered while new ones are read.
  if [[ $fresh == no ]]; then
    (command trivet completion candidates "$kind" ${parent:+"$parent"} "${given[@]}" --context="$context" \
      </dev/null >/dev/null 2>&1 &)
    return
  fi
  lines=()
  command trivet completion candidates "$kind" ${parent:+"$parent"} "${given[@]}" --context="$context" \
    </dev/null >/dev/null 2>&1
  _trivet_read || [[ $fresh == no ]] || live=()
}

# Reads the file into live; fails with fresh=no when the names are old, with fresh= when they cannot be used.
_trivet_read() {
  fresh= live=()
  [[ -f $file && -r $file && ! $profiles -nt $file ]] || return 1
  mapfile -t lines <"$file" 2>/dev/null
  [[ ${lines[0]-} == 'trivet names 1 '* && ${lines[1]-} == "$context" ]] || return 1
  expires=${lines[0]##* }
  [[ -n $expires && $expires != *[!0-9]* && ${#expires} -lt 15 ]] || return 1
  printf -v now '%(%s)T' -1
  ((now < expires + 600)) || return 1
  for line in "${lines[@]:2}"; do
    # Nothing that a terminal would obey, whoever wrote the file; what a shell would obey is quoted when it is offered.
    # After a tab a name can have a summary.
    name=${line%%$'\t'*}
    [[ -z $name || $name == -* || $name == *[[:cntrl:]]* || $name == *$'\xc2'[$'\x80'-$'\x9f']* ]] && continue
    [[ ${line#"$name"} == *[!A-Za-z0-9.,$'\t '-]* ]] || live+=("$line")
  done
  ((now < expires)) && return
  fresh=no
  return 1
}

# Offers the words of the arguments that continue $part, after $before.
_trivet_offer() {
  local word
  for word in "$@"; do
    [[ $word == "$part"* ]] && COMPREPLY+=("$before$word")
  done
}

# Quotes word, a name of a server, as the line has begun it.
_trivet_quote() {
  local character
  case $inside in
    \') word=${word//\'/"'\\''"} ;;
    \")
      for character in '\' '"' '$' $'\x60'; do word=${word//"$character"/"\\$character"}; done
      # Within double quotes a backslash does not keep ! from the history.
      word=${word//!/\"\'!\'\"}
      ;;
    *)
      for character in '\' ' ' '"' "'" $'\x60' '$' '&' ';' '|' '<' '>' '(' ')' '*' '?' '[' ']' '{' '}' '!' '#' '~' '^' '='; do
        word=${word//"$character"/"\\$character"}
      done
      ;;
  esac
}

# Takes the quotes off word.
_trivet_plain() {
  case $word in
    \'*\') word=${word:1:-1} ;;
    \"*\") word=${word:1:-1} && word=${word//\\/} ;;
    *) word=${word//\\/} ;;
  esac
}

# Offers live names that continue $part, after $before, each in the quotes that it needs; several with their summaries.
_trivet_offer_live() {
  local word line plain=$part found=()
  [[ $inside == \' ]] || plain=${part//\\/}
  for line in "${live[@]}"; do
    [[ ${line%%$'\t'*} == "$plain"* ]] && found+=("$line")
  done
  for line in "${found[@]}"; do
    word=${line%%$'\t'*}
    _trivet_quote
    [[ $line == *$'\t'* ]] && ((${#found[@]} > 1)) && word+="  ${line#*$'\t'}"
    COMPREPLY+=("$before$word")
  done
}

# Offers the fields of conditions; after a field its operators, in quotes; after = the values that are known.
_trivet_offer_conditions() {
  local word name operator found=() exact= quote=\' offered=()
  if [[ $part == *[=~\<\>]* || $part == *! ]]; then
    name=${part%%[=!]*}
    operator=${part#"$name"}
    operator=${operator%%[!=!]*}
    [[ $operator == = || $operator == != ]] || return
    for word in "$@"; do
      [[ $word == "$name="* ]] && _trivet_offer "$name$operator${word#*=}"
    done
    return
  fi
  for word in "$@"; do
    name=${word%%[~<]*}
    [[ $word == *=* || $name != "$part"* ]] && continue
    found+=("$name")
    [[ $name == "$part" || ${#found[@]} == 1 ]] && exact=$word
  done
  compopt -o nospace
  name=${exact%%[~<]*}
  if [[ -z $name || ($name != "$part" && ${#found[@]} != 1) ]]; then
    COMPREPLY+=("${found[@]/#/$before}")
    return
  fi
  # In quotes: a shell takes < and > for files.
  [[ -n $inside ]] && quote=
  for word in "${found[@]}"; do
    [[ $word == "$name" ]] || offered+=("$word")
  done
  offered+=("$name=" "$name!=")
  [[ $exact == *~* ]] && offered+=("$name~")
  [[ $exact == *\<* ]] && offered+=("$name<" "$name<=" "$name>" "$name>=")
  COMPREPLY+=("${offered[@]/#/$before$quote}")
}

# Those of the arguments (kind:word) whose kind was typed, or all of them, without the kind and each once.
_trivet_of_kinds() {
  local word kinds=' ' seen=' '
  for word in "${typed[@]}"; do
    word=${word%%:*}
    kinds+="${word##*@} "
  done
  chosen=()
  for word in "$@"; do
    [[ $kinds == ' ' || $kinds == *" ${word%%:*} "* ]] || continue
    word=${word#*:}
    [[ $seen == *" $word "* ]] && continue
    seen+="$word "
    chosen+=("$word")
  done
}

# Offers words in two stages: what stands before the colon, then the words or live names after it.
_trivet_offer_staged() {
  local word name live=() heads=' '
  if [[ $part == *:* ]]; then
    name=${part%%:*}
    if [[ $name == ?*@* ]]; then
      # The names are those of another profile.
      given+=("--profile=${name%%@*}")
      before+=${name%%@*}@ part=${part#*@} name=${name#*@}
    fi
    for word in "$@"; do
      if [[ $word == "$name:!" ]]; then
        before+=$name: part=${part#*:}
        _trivet_offer_spec "!$name"
        return
      fi
      [[ $word == "$name:"* ]] && _trivet_offer "$word"
    done
    return
  fi
  for word in "$@"; do
    [[ $word == *:* ]] && word=${word%%:*}:
    if [[ $word == / ]]; then
      # A file of such a name is one.
      compgen -f -- "$part" >/dev/null && files=1 && return
    elif [[ $heads != *" $word "* && $word == "$part"* ]]; then
      heads+="$word "
      COMPREPLY+=("$before$word")
      [[ $word == *: ]] && compopt -o nospace
    fi
  done
}

_trivet_offer_spec() {
  local spec=$1 live=()
  case $spec in
    =*) _trivet_offer ${spec#=} ;;
    ,*)
      if [[ $part == *,* ]]; then
        before+=${part%"${part##*,}"}
        part=${part##*,}
      fi
      _trivet_offer ${spec#,}
      ;;
    !*)
      local parent=
      case $spec in
        '!allocation' | '!action' | '!group' | '!job-version' | '!borrowed-account') parent=${typed[0]-} ;;
        '!environment') parent=$PWD ;;
        '!workspace')
          # org/name: the organization is the one that was typed.
          [[ $part == */* && ${part%%/*} != *[!A-Za-z0-9_-]* ]] && parent=${part%%/*}
          ;;
        '!ldap-static-role' | '!ldap-set')
          [[ $part == */* && $part != *[!A-Za-z0-9._/-]* ]] && parent=${part%/*}
          ;;
      esac
      _trivet_live "${spec#!}" "$parent"
      _trivet_offer_live
      ;;
    :*) _trivet_offer_conditions ${spec#:} ;;
    '&'*)
      local chosen
      _trivet_of_kinds ${spec#&}
      _trivet_offer_conditions "${chosen[@]}"
      ;;
    %*) _trivet_offer_staged ${spec#%} ;;
    /) files=1 ;;
    @) [[ $part == @* ]] && files=1 ;;
  esac
}

_trivet() {
  COMPREPLY=()
  local IFS=$' \t\n' LC_ALL=C
  local i word gap rest=$COMP_LINE line=() cur=$2 path= children flags spec places=() variadic tail
  local typed=() given=() open=1 flag= before= part files= head= breaks= character inside=

  # readline splits words at the likes of = and : too; what has no space before it belongs together.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    gap=${rest%%[![:space:]]*}
    rest=${rest#"$gap"}
    rest=${rest#"$word"}
    if ((i == COMP_CWORD)); then
      [[ -z $cur && $word == [:=@]* ]] && cur=$word
      [[ $word == [\'\"]* ]] && inside=${word:0:1}
      if [[ -z $gap && i -gt 0 ]]; then
        cur=${line[-1]}$cur
        unset 'line[-1]'
      fi
    elif [[ -z $gap && i -gt 0 ]]; then
      line[-1]+=$word
    else
      line+=("$word")
    fi
  done

  # The way to the command, as the program itself finds it: flags may stand anywhere.
  _trivet_children ''
  for ((i = 1; i < ${#line[@]}; i++)); do
    word=${line[i]}
    case $word in
      --)
        # What follows is another command, or words of ours that begin with a dash.
        _trivet_command "$path" && [[ -n $tail ]] || return 0
        for ((i = 1; i < COMP_CWORD; i++)); do [[ ${COMP_WORDS[i]} == -- ]] && break; done
        if declare -F _command_offset >/dev/null; then _command_offset $((i + 1)); else compopt -o default; fi
        return
        ;;
      --*=*)
        _trivet_given "${word%%=*}" "${word#*=}"
        ;;
      -?*)
        _trivet_value "$path" "$word"
        [[ $spec == - ]] && continue
        if ((i + 1 == ${#line[@]})); then
          flag=$word
        else
          _trivet_given "$word" "${line[i + 1]}"
          ((i++))
        fi
        ;;
      *)
        if [[ -n $open && " $children " == *" $word "* ]]; then
          path+=${path:+ }$word
          _trivet_children "$path"
        else
          open=
          _trivet_plain
          typed+=("$word")
        fi
        ;;
    esac
  done

  part=$cur
  if [[ -n $flag ]]; then
    _trivet_value "$path" "$flag"
    _trivet_offer_spec "$spec"
  elif [[ $cur == --*=* ]]; then
    _trivet_value "$path" "${cur%%=*}"
    before=${cur%%=*}= part=${cur#*=}
    [[ $spec == - ]] && spec='=true false'
    _trivet_offer_spec "$spec"
  else
    local known=
    _trivet_command "$path" && known=1
    if [[ $cur == -* ]]; then
      _trivet_offer $flags --output --query --field --fields --out --reveal --profile --base-url --token-file --ca-file --header --product --timeout --yes --on --no-input --dry-run --curl --no-validate --verbose --quiet --color --no-pager --help
    else
      [[ -n $open ]] && _trivet_offer $children
      if [[ -n $known ]]; then
        i=${#typed[@]}
        [[ -n $variadic && i -ge ${#places[@]} ]] && i=$((${#places[@]} - 1))
        if ((i < ${#places[@]})); then _trivet_offer_spec "${places[i]}"; fi
      fi
    fi
  fi
  if [[ -n $files ]]; then
    compopt -o default
    return
  fi

  # A folder goes on.
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace

  # readline replaces what stands after the last of its break characters, or after an open quote.
  if [[ -n $inside ]]; then
    head=${cur%"$2"}
    COMPREPLY=("${COMPREPLY[@]#"$head"}")
    return
  fi
  for character in : = @; do
    [[ $COMP_WORDBREAKS == *"$character"* ]] && breaks+=$character
  done
  if [[ -n $breaks && $cur == *[$breaks]* ]]; then
    head=${cur%"${cur##*[$breaks]}"}
    COMPREPLY=("${COMPREPLY[@]#"$head"}")
  fi
}

# Flags that decide whose names they are go to the program that reads them.
_trivet_given() {
  local word=$2
  _trivet_plain
  case $1 in
    --profile | --base-url | --token-file | --ca-file | --product | --organization | --namespace | --region | --mount) given+=("$1=$word") ;;
  esac
}

complete -F _trivet trivet
# Its aliases, as far as the shell has them by now.
for _trivet_alias in "${!BASH_ALIASES[@]}"; do
  [[ ${BASH_ALIASES[$_trivet_alias]} == trivet ]] && complete -F _trivet -- "$_trivet_alias"
done
unset _trivet_alias
