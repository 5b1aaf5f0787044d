package org.esbmt.administration.internal.harness;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.tenancy.api.Role;

/**
 * The expected decision about each command and query of administration, for each role, and for the own, another and an unknown tenant.
 * The roles come from {@link RoleTable}. The tests of the managers, of REST and of SOAP compare refusals with it.
 */
public final class RoleMatrix {
    /** The object of each command or query: a tenant, the installation, or the caller's own data. */
    private static final String OPERATIONS = """
            CreateTenant                            CREATE_TENANT           installation
            TenantAdministration.findTenant(id)     FIND_TENANT             tenant
            TenantAdministration.findTenant(name)   FIND_TENANT             named
            TenantAdministration.listTenants        LIST_TENANTS            installation
            SuspendTenant                           SUSPEND_TENANT          tenant
            ResumeTenant                            RESUME_TENANT           tenant
            DrainTenant                             DRAIN_TENANT            tenant
            PurgeTenant                             PURGE_TENANT            tenant
            RequestOffboarding                      REQUEST_OFFBOARDING     tenant
            WithdrawOffboarding                     WITHDRAW_OFFBOARDING    tenant
            AddUser                                 ADD_USER                tenant
            SetPassword                             SET_PASSWORD            tenant
            ResetDefaultAdmin                       RESET_DEFAULT_ADMIN     tenant
            LockUser                                LOCK_USER               tenant
            UnlockUser                              UNLOCK_USER             tenant
            UserAdministration.findUser             FIND_USER               tenant
            UserAdministration.find                 FIND_USER               tenant
            UserAdministration.listUsers            LIST_USERS              tenant
            AssignRole                              ASSIGN_ROLE             tenant
            RevokeRole                              REVOKE_ROLE             tenant
            RemoveUser                              REMOVE_USER             tenant
            RevokeCredential                        REVOKE_CREDENTIAL       tenant
            HandOverDefaultAdmin                    HAND_OVER_DEFAULT_ADMIN tenant
            AssignDefaultAdmin                      ASSIGN_DEFAULT_ADMIN    tenant
            SetContact                              SET_CONTACT             tenant
            RemoveContact                           REMOVE_CONTACT          tenant
            ContactAdministration.contacts          LIST_CONTACTS           tenant
            ContactAdministration.find              LIST_CONTACTS           tenant
            GenerateKey                             GENERATE_KEY            tenant
            ImportPkcs12                            IMPORT_KEY              tenant
            ImportPem                               IMPORT_KEY              tenant
            CertifyKey                              CERTIFY_KEY             tenant
            MakeKeyFormer                           MAKE_KEY_FORMER         tenant
            RevokeKey                               REVOKE_KEY              tenant
            SetSecret                               SET_SECRET              tenant
            RemoveSecret                            REMOVE_SECRET           tenant
            TenantKeyAdministration.keys            LIST_KEYS               tenant
            TenantKeyAdministration.key             LIST_KEYS               tenant
            TenantKeyAdministration.request         REQUEST_CERTIFICATE     tenant
            TenantKeyAdministration.secrets         LIST_SECRETS            tenant
            RegisterPartner                         REGISTER_PARTNER        tenant
            RevokePartner                           REVOKE_PARTNER          tenant
            AddIssuer                               ADD_ISSUER              tenant
            SetIssuerKeys                           SET_ISSUER_KEYS         tenant
            RemoveIssuer                            REMOVE_ISSUER           tenant
            AddUserSubject                          ADD_USER_SUBJECT        tenant
            RemoveUserSubject                       REMOVE_USER_SUBJECT     tenant
            AddAuthority                            ADD_AUTHORITY           tenant
            RemoveAuthority                         REMOVE_AUTHORITY        tenant
            UploadCrl                               UPLOAD_CRL              tenant
            TenantKeyAdministration.authorities     LIST_AUTHORITIES        tenant
            TenantKeyAdministration.authority       LIST_AUTHORITIES        tenant
            TenantKeyAdministration.revocationList  SHOW_CRL                tenant
            TenantKeyAdministration.partners        LIST_PARTNERS           tenant
            TenantKeyAdministration.partner         LIST_PARTNERS           tenant
            TenantKeyAdministration.issuers         LIST_ISSUERS            tenant
            TenantKeyAdministration.issuer          LIST_ISSUERS            tenant
            TenantKeyAdministration.subjects        LIST_USER_SUBJECTS      tenant
            AddSystemUser                           ADD_SYSTEM_USER         installation
            SetSystemPassword                       SET_SYSTEM_PASSWORD     installation
            LockSystemUser                          LOCK_SYSTEM_USER        installation
            UnlockSystemUser                        UNLOCK_SYSTEM_USER      installation
            RemoveSystemUser                        REMOVE_SYSTEM_USER      installation
            AssignSystemRole                        ASSIGN_SYSTEM_ROLE      installation
            RevokeSystemRole                        REVOKE_SYSTEM_ROLE      installation
            SystemUserAdministration.list           LIST_SYSTEM_USERS       installation
            SystemUserAdministration.find           LIST_SYSTEM_USERS       installation
            DeployAssembly                          DEPLOY_ASSEMBLY         tenant
            UpdateAssembly                          UPDATE_ASSEMBLY         tenant
            SwitchAssembly                          SWITCH_ASSEMBLY         tenant
            RollBackAssembly                        ROLL_BACK_ASSEMBLY      tenant
            UndeployAssembly                        UNDEPLOY_ASSEMBLY       tenant
            StartAssembly                           START_ASSEMBLY          tenant
            StopAssembly                            STOP_ASSEMBLY           tenant
            ShutDownAssembly                        SHUT_DOWN_ASSEMBLY      tenant
            AssemblyAdministration.archive          EXPORT_ASSEMBLY         tenant
            AssemblyAdministration.list             LIST_ASSEMBLIES         tenant
            AssemblyAdministration.find             LIST_ASSEMBLIES         tenant
            GrantQuota                              GRANT_QUOTA             tenant
            ChangeQuota                             CHANGE_QUOTA            tenant
            SetQuota                                CHANGE_QUOTA            tenant
            RevokeQuota                             REVOKE_QUOTA            tenant
            QuotaAdministration.list                LIST_QUOTAS             tenant
            QuotaAdministration.find                LIST_QUOTAS             tenant
            GrantContingent                         GRANT_CONTINGENT        tenant
            ChangeContingent                        CHANGE_CONTINGENT       tenant
            SetContingent                           CHANGE_CONTINGENT       tenant
            RevokeContingent                        REVOKE_CONTINGENT       tenant
            ContingentAdministration.list           LIST_CONTINGENTS        tenant
            ContingentAdministration.find           LIST_CONTINGENTS        tenant
            AuditAdministration.read                READ_AUDIT              chain
            AuditAdministration.verify              VERIFY_AUDIT            chain
            Batch                                   SUBMIT_BATCH            batch
            Administration.dryRun                   PLAN_BATCH              batch
            ChangePassword                          CHANGE_PASSWORD         own
            AdministratorAccounts.whoAmI            WHO_AM_I                own
            OperationAdministration.find            SHOW_OPERATION          own
            OperationAdministration.await           SHOW_OPERATION          own
            OperationAdministration.newest          SHOW_OPERATION          own
            OperationAdministration.batchesUnderWay SHOW_OPERATION          own
            ClusterAdministration.nodes             LIST_NODES              installation
            ClusterAdministration.node              LIST_NODES              installation
            DrainNode                               DRAIN_NODE              installation
            RemoveNode                              REMOVE_NODE             installation
            Resync                                  RESYNC                  tenant
            InstallComponent                        INSTALL_COMPONENT       installation
            StartComponent                          START_COMPONENT         installation
            StopComponent                           STOP_COMPONENT          installation
            ShutDownComponent                       SHUT_DOWN_COMPONENT     installation
            UninstallComponent                      UNINSTALL_COMPONENT     installation
            UninstallLibrary                        UNINSTALL_LIBRARY       installation
            ComponentAdministration.components      LIST_COMPONENTS         installation
            ComponentAdministration.component       LIST_COMPONENTS         installation
            ComponentAdministration.library         LIST_LIBRARIES          installation
            ComponentAdministration.libraries       LIST_LIBRARIES          installation
            ConfigureComponent                      CONFIGURE_COMPONENT     installation
            ComponentConfiguration.settings         LIST_SETTINGS           installation
            RegisterService                         REGISTER_SERVICE        tenant
            UpdateService                           UPDATE_SERVICE          tenant
            UnregisterService                       UNREGISTER_SERVICE      tenant
            AttachPolicy                            ATTACH_POLICY           tenant
            DetachPolicy                            DETACH_POLICY           tenant
            ServiceAdministration.find              FIND_SERVICES           tenant
            ServiceAdministration.service           FIND_SERVICES           tenant
            ServiceAdministration.wsdl              FIND_SERVICES           tenant
            ServiceAdministration.policy            FIND_SERVICES           tenant
            ServiceAdministration.endpoints         LIST_ENDPOINTS          tenant
            ServiceAdministration.history           LIST_DEPLOYMENTS        tenant
            ServiceAdministration.deployedAt        LIST_DEPLOYMENTS        tenant
            CreateLink                              LINK                    installation
            RemoveLink                              UNLINK                  installation
            LinkAdministration.links                LIST_LINKS              installation
            TransactionOversight.transactions       LIST_TRANSACTIONS       installation
            RecoverTransactions                     RECOVER_TRANSACTIONS    installation
            RetireResource                          RETIRE_RESOURCE         installation
            ForgetHeuristic                         FORGET_HEURISTIC        installation
            InstallationStatus.status               STATUS                  installation
            CreateToken                             CREATE_TOKEN            own
            RegisterCertificate                     REGISTER_CERTIFICATE    own
            RevokeToken                             REVOKE_TOKEN            own
            RevokeCertificate                       REVOKE_CERTIFICATE      own
            AccessCredentialAdministration.tokens   LIST_TOKENS             own
            AccessCredentialAdministration.certificates LIST_CERTIFICATES   own
            RevokeAccessCredential                  REVOKE_ACCESS_CREDENTIAL tenant
            AccessCredentialAdministration.ofTenant LIST_ACCESS_CREDENTIALS tenant
            RevokeSystemAccessCredential            REVOKE_SYSTEM_ACCESS_CREDENTIAL installation
            AccessCredentialAdministration.ofInstallation LIST_SYSTEM_ACCESS_CREDENTIALS installation
            RegisterUserCertificate                 REGISTER_USER_CERTIFICATE tenant
            RevokeUserCertificate                   REVOKE_USER_CERTIFICATE tenant
            UserCertificateAdministration.list      LIST_USER_CERTIFICATES  tenant
            TrafficAdministration.tenants           LIST_TRAFFIC            installation
            TrafficAdministration.installationHistory LIST_TRAFFIC          installation
            TrafficAdministration.endpoints         SHOW_TRAFFIC            tenant
            TrafficAdministration.tenantHistory     SHOW_TRAFFIC            tenant
            """;

    /** The query of each entry of the catalogue that executes no command: its part, its name, and the query. */
    private static final String QUERIES = """
            TENANTS findTenant              TenantAdministration.findTenant(id)
            TENANTS findTenant              TenantAdministration.findTenant(name)
            TENANTS listTenants             TenantAdministration.listTenants
            TENANTS findUser                UserAdministration.findUser
            TENANTS listUsers               UserAdministration.listUsers
            TENANTS listContacts            ContactAdministration.contacts
            TENANTS listKeys                TenantKeyAdministration.keys
            TENANTS showKey                 TenantKeyAdministration.key
            TENANTS keyRequest              TenantKeyAdministration.request
            TENANTS listSecrets             TenantKeyAdministration.secrets
            TENANTS listAuthorities         TenantKeyAdministration.authorities
            TENANTS showAuthority           TenantKeyAdministration.authority
            TENANTS showCrl                 TenantKeyAdministration.revocationList
            TENANTS listPartners            TenantKeyAdministration.partners
            TENANTS showPartner             TenantKeyAdministration.partner
            TENANTS listIssuers             TenantKeyAdministration.issuers
            TENANTS showIssuer              TenantKeyAdministration.issuer
            TENANTS listAssemblies          AssemblyAdministration.list
            TENANTS exportAssembly          AssemblyAdministration.archive
            TENANTS whoAmI                  AdministratorAccounts.whoAmI
            TENANTS status                  InstallationStatus.status
            USERS listUsers                 UserAdministration.listUsers
            SYSTEM_USERS listSystemUsers    SystemUserAdministration.list
            SERVICES findServices           ServiceAdministration.find
            TENANTS showContact             ContactAdministration.find
            TENANTS showAssembly            AssemblyAdministration.find
            USERS showUser                  UserAdministration.find
            SYSTEM_USERS showSystemUser     SystemUserAdministration.find
            SERVICES showService            ServiceAdministration.service
            CLUSTER showNode                ClusterAdministration.node
            COMPONENTS showComponent        ComponentAdministration.component
            COMPONENTS showLibrary          ComponentAdministration.library
            QUOTAS showQuota                QuotaAdministration.find
            QUOTAS showContingent           ContingentAdministration.find
            SERVICES wsdl                   ServiceAdministration.wsdl
            SERVICES policy                 ServiceAdministration.policy
            SERVICES listEndpoints          ServiceAdministration.endpoints
            SERVICES assemblyHistory        ServiceAdministration.history
            SERVICES listDeployments        ServiceAdministration.deployedAt
            CLUSTER listNodes               ClusterAdministration.nodes
            CLUSTER listOperations          OperationAdministration.newest
            CLUSTER listBatchesUnderWay     OperationAdministration.batchesUnderWay
            CLUSTER showOperation           OperationAdministration.await
            COMPONENTS listComponents       ComponentAdministration.components
            COMPONENTS listLibraries        ComponentAdministration.libraries
            COMPONENTS listSettings         ComponentConfiguration.settings
            LINKS listLinks                 LinkAdministration.links
            TRANSACTIONS listTransactions   TransactionOversight.transactions
            QUOTAS listQuotas               QuotaAdministration.list
            QUOTAS listContingents          ContingentAdministration.list
            TENANTS listTokens              AccessCredentialAdministration.tokens
            TENANTS listCertificates        AccessCredentialAdministration.certificates
            USERS listAccessCredentials     AccessCredentialAdministration.ofTenant
            SYSTEM_USERS listSystemAccessCredentials AccessCredentialAdministration.ofInstallation
            USERS listUserSubjects          TenantKeyAdministration.subjects
            USERS listUserCertificates      UserCertificateAdministration.list
            TRAFFIC listTraffic             TrafficAdministration.tenants
            TRAFFIC listTrafficHistory      TrafficAdministration.installationHistory
            TRAFFIC showTraffic             TrafficAdministration.endpoints
            TRAFFIC showTrafficHistory      TrafficAdministration.tenantHistory
            AUDIT listAudit                 AuditAdministration.read
            AUDIT verifyAudit               AuditAdministration.verify
            """;

    private static final Map<String, Line> LINES = OPERATIONS
            .lines()
            .map(text -> List.of(text.split(" +")))
            .map(words -> new Line(
                    words.get(0),
                    Operation.valueOf(words.get(1)),
                    To.valueOf(words.get(2).toUpperCase(Locale.ROOT))))
            .collect(toUnmodifiableMap(Line::name, line -> line));

    /** The owner of the tenant in a request. */
    public enum Whose {
        OWN,
        ANOTHERS,
        NOBODYS,
        /** No tenant, but the installation. */
        NONE
    }

    /** The object of a request. */
    public enum To {
        TENANT,
        /** A tenant by its name. */
        NAMED,
        /** The audit chain of a tenant, or of the installation. */
        CHAIN,
        /** A batch whose one step adds a user to a tenant. */
        BATCH,
        INSTALLATION,
        OWN
    }

    /**
     * A command or query, and the operation that decides it.
     *
     * @param name the type of the command, or the type and the method of the query
     */
    public record Line(String name, Operation operation, To to) {
        @Override
        public String toString() {
            return name;
        }
    }

    private RoleMatrix() {}

    /** All commands and queries. */
    public static List<Line> lines() {
        return OPERATIONS
                .lines()
                .map(text -> line(text.substring(0, text.indexOf(' '))))
                .toList();
    }

    private static Line line(String name) {
        Line line = LINES.get(name);
        if (line == null) {
            throw new AssertionError("the matrix has no " + name);
        }
        return line;
    }

    /**
     * The lines of an entry of the catalogue; {@code findTenant} has two.
     *
     * @param part its part
     * @param command the command that it executes, if it is one
     * @throws AssertionError if the entry is in no table
     */
    public static List<Line> ofEntry(String part, String name, Optional<? extends Class<?>> command) {
        if (command.isPresent()) {
            return List.of(line(command.get().getSimpleName()));
        }
        List<Line> lines = QUERIES.lines()
                .map(text -> List.of(text.split(" +")))
                .filter(words -> words.get(0).equals(part) && words.get(1).equals(name))
                .map(words -> line(words.get(2)))
                .toList();
        if (lines.isEmpty()) {
            throw new AssertionError("the matrix has no " + part + " " + name);
        }
        return lines;
    }

    /** The line of dry runs. */
    public static Line dryRun() {
        return line("Administration.dryRun");
    }

    /** The tenants that a role can name in a request. */
    public static Stream<Whose> targets(Line line, Role role) {
        Stream<Whose> tenants = role.level() == Role.Level.SYSTEM
                ? Stream.of(Whose.ANOTHERS, Whose.NOBODYS)
                : Stream.of(Whose.OWN, Whose.ANOTHERS, Whose.NOBODYS);
        return switch (line.to()) {
            case TENANT, NAMED, BATCH -> tenants;
            case CHAIN -> Stream.concat(tenants, Stream.of(Whose.NONE));
            case INSTALLATION, OWN -> Stream.of(Whose.NONE);
        };
    }

    /** The decision of the table. */
    public static boolean isPermitted(Line line, Role role, Whose whose) {
        Map<Operation, Set<Role>> table = RoleTable.table();
        boolean allowed = table.get(line.operation()).contains(role);
        boolean reaches = role.level() == Role.Level.SYSTEM || whose == Whose.OWN;
        return switch (line.to()) {
            case OWN -> allowed;
            case NAMED -> reaches ? allowed : table.get(Operation.LIST_TENANTS).contains(role);
            case BATCH -> allowed && reaches && table.get(Operation.ADD_USER).contains(role);
            case TENANT, CHAIN, INSTALLATION -> allowed && reaches;
        };
    }

    /** The decision about a dry run of a command: it needs the roles of both. */
    public static boolean isPlanPermitted(Line line, Role role, Whose whose) {
        return RoleTable.table().get(Operation.PLAN_BATCH).contains(role) && isPermitted(line, role, whose);
    }

    /**
     * All roles that the written table permits the operation. For a batch these are the roles that its step needs and
     * that may submit a batch.
     */
    public static Set<Role> permitted(Line line, Role role) {
        Map<Operation, Set<Role>> table = RoleTable.table();
        Set<Role> whole = table.get(line.operation());
        return switch (line.to()) {
            case NAMED -> table.get(Operation.LIST_TENANTS);
            case BATCH -> whole.contains(role) ? table.get(Operation.ADD_USER) : whole;
            default -> whole;
        };
    }

    /** The part and the name of each entry of the catalogue that is a query. */
    public static List<String> queries() {
        return QUERIES.lines()
                .map(text -> List.of(text.split(" +")))
                .map(words -> words.get(0) + " " + words.get(1))
                .distinct()
                .toList();
    }
}
