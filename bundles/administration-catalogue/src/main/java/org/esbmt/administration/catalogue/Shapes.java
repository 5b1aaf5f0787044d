package org.esbmt.administration.catalogue;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.esbmt.administration.api.AccessCredentialView;
import org.esbmt.administration.api.AdministratorAccounts.Identity;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.AuditAdministration.Verdict;
import org.esbmt.administration.api.ClusterAdministration.NodeView;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;
import org.esbmt.administration.api.ComponentAdministration.LibraryView;
import org.esbmt.administration.api.ComponentConfiguration.SettingView;
import org.esbmt.administration.api.ContactView;
import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.InstallationStatus.Status;
import org.esbmt.administration.api.IssuedToken;
import org.esbmt.administration.api.LinkAdministration.LinkView;
import org.esbmt.administration.api.OperationAdministration.LoggedView;
import org.esbmt.administration.api.OperationAdministration.OnNodes;
import org.esbmt.administration.api.OperationAdministration.OperationView;
import org.esbmt.administration.api.OperationAdministration.UnderWayView;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.administration.api.ServiceAdministration.EndpointView;
import org.esbmt.administration.api.ServiceAdministration.PeriodView;
import org.esbmt.administration.api.ServiceAdministration.ServiceView;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.TrafficAdministration.Endpoint;
import org.esbmt.administration.api.TrafficAdministration.History;
import org.esbmt.administration.api.TrafficAdministration.Sample;
import org.esbmt.administration.api.TrafficAdministration.TrafficView;
import org.esbmt.administration.api.TransactionOversight.BranchView;
import org.esbmt.administration.api.TransactionOversight.HeuristicView;
import org.esbmt.administration.api.TransactionOversight.ResourceView;
import org.esbmt.administration.api.TransactionOversight.TransactionsView;
import org.esbmt.administration.api.UserCertificateView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.tenancy.api.quota.Grantee;

/** The published views. An optional field is left out, or is empty where an adapter cannot leave it out. */
final class Shapes {
    private static final String REVISION = "Grows with each change: the revision that the next change expects.";
    private static final String FAULTS = "The messages that the service answered with a fault of its own.";
    private static final String SENDER_ERRORS =
            "The messages that were refused because of sender or content, or whose sender did not wait.";
    private static final String BACK_END_ERRORS = "The messages whose back end was absent, late or broke off.";
    private static final String BUS_ERRORS = "The messages for which the bus was overloaded or failed.";
    private static final String STRANGERS =
            "The requests at the tenant's addresses that were refused before their sender was known; no messages.";
    private static final String MEDIAN =
            "The latency in microseconds that half of the messages did not exceed, up to the begin of the answer;"
                    + " absent without messages.";
    private static final String P99 = "The same for 99 of 100 messages.";
    private static final String DESIRED = "The state that all nodes are to have; absent if nobody has decided that.";
    private static final String NODES = "<node> <state> each, as was last heard of it.";

    static final Shape<AuditAdministration.Entry> AUDIT = Shape.<AuditAdministration.Entry>of("audit", "entries")
            .number("sequence", "The number of the entry in its chain, from 1.", AuditAdministration.Entry::sequence)
            .moment("at", "The moment of the change.", AuditAdministration.Entry::at)
            .maybeIdentifier(
                    "actorTenantId",
                    "The tenant of the actor; absent for a user of the installation.",
                    AuditAdministration.Entry::actorTenant)
            .identifier("actorUserId", "The actor.", AuditAdministration.Entry::actor)
            .maybe("login", "The actor's login; absent if it cannot be found.", AuditAdministration.Entry::login)
            .text("action", "The operation, and its refusal if it was refused.", AuditAdministration.Entry::action)
            .text("object", "The object of the operation.", AuditAdministration.Entry::object)
            .maybe(
                    "before",
                    "The object before; absent if there was nothing to tell.",
                    AuditAdministration.Entry::before)
            .maybe("after", "The object after; absent if there was nothing to tell.", AuditAdministration.Entry::after)
            .maybeIdentifier(
                    "operation",
                    "The identifier of the request; absent if it had none.",
                    AuditAdministration.Entry::operation)
            .text("hash", "SHA-256, 64 hexadecimal digits.", AuditAdministration.Entry::hash);

    static final Shape<AuditAdministration.Part> AUDIT_PART = Shape.<AuditAdministration.Part>of("auditPart", "parts")
            .shapes("entries", "The entries in their order.", AUDIT, AuditAdministration.Part::entries)
            .maybe(
                    "head",
                    "<number>:<hash> of the last entry of the chain that the client may read.",
                    AuditAdministration.Part::head);

    static final Shape<Verdict> AUDIT_VERDICT = Shape.<Verdict>of("auditVerdict", "verdicts")
            .flag("whole", "Whether every entry is what it was.", Verdict::whole)
            .maybe("head", "<number>:<hash> of the last entry, to be kept elsewhere.", Verdict::head)
            .maybeNumber(
                    "brokenAt",
                    "The first entry that is not what it was; absent in a whole chain.",
                    v -> v.broken().map(b -> OptionalLong.of(b.sequence())).orElse(OptionalLong.empty()))
            .maybe("problem", "The finding at that entry; absent in a whole chain.", v -> v.broken()
                    .map(AuditAdministration.Break::what));

    static final Shape<LinkView> LINK = Shape.<LinkView>of("link", "links")
            .maybe(
                    "component",
                    "The plain component that reaches the tenant's endpoint; absent if the tenant reaches a plain one.",
                    LinkView::component)
            .identifier("tenantId", "The tenant.", LinkView::tenant)
            .text("service", "{namespace}local of the endpoint's service.", LinkView::service)
            .text("endpoint", "The endpoint's name.", LinkView::endpoint)
            .line(Shapes::line);

    static final Shape<SystemUserView> SYSTEM_USER = Shape.<SystemUserView>of("systemUser", "users")
            .identifier("userId", "The identifier, for ever.", SystemUserView::id)
            .text("login", "Unique among the users of the installation.", SystemUserView::login)
            .choice("state", "ACTIVE, LOCKED or REVOKED.", SystemUserView::state)
            .texts("roles", "The roles.", SystemUserView::roles)
            .moment("createdAt", "The moment of the creation.", SystemUserView::createdAt)
            .number("revision", REVISION, SystemUserView::revision);

    static final Shape<NodeView> NODE = Shape.<NodeView>of("node", "nodes")
            .identifier("nodeId", "The identifier, for ever.", NodeView::id)
            .text("host", "The host that the node runs on.", NodeView::host)
            .flag("here", "Whether it is the one that was asked.", NodeView::here)
            .choice("state", "JOINING, UP, DRAINING or LEFT.", NodeView::state)
            .choice("health", "UNKNOWN, HEALTHY, DEGRADED or FAILING.", NodeView::health)
            .number("observedRevision", "The newest change that it has dealt with.", NodeView::observedRevision)
            .number("newestRevision", "The newest change of the cluster.", NodeView::newestRevision)
            .number("lag", "The changes that it has still to deal with.", NodeView::lag)
            .number("silenceSeconds", "Since it was last heard of.", node -> node.silence()
                    .toSeconds())
            .flag("silent", "Whether that is too long.", NodeView::silent)
            .maybe("digest", "The digest of all that it has, in hex; absent before it said so.", NodeView::digest)
            .flag(
                    "differs",
                    "Whether another node that has dealt with the same changes has something else.",
                    NodeView::differs);

    static final Shape<OperationView> OPERATION = Shape.<OperationView>of("operation", "operations")
            .identifier("operationId", "The identifier of the request.", OperationView::id)
            .text("by", "The one who asked.", OperationView::by)
            .text("kind", "The operation, a word in capitals.", OperationView::kind)
            .text("result", "The object of the operation; empty if that was not kept.", OperationView::result)
            .moment("at", "The moment of the commit.", OperationView::at)
            .maybe(
                    "state",
                    "PENDING, APPLIED, PARTIAL, FAILED or EXPIRED; absent if no node had a part in it.",
                    o -> o.onNodes().map(OnNodes::state))
            .maybeNumber(
                    "revision",
                    "The revision of the cluster; absent if no node had a part in it, or while it is not known.",
                    o -> o.onNodes().map(OnNodes::revision).orElse(OptionalLong.empty()))
            .maybeIdentifier("tenantId", "The tenant; absent for the installation.", o -> o.onNodes()
                    .flatMap(OnNodes::tenant))
            .table("answers", "APPLIED, SKIPPED, or FAILED: <reason>, by node.", Shapes::answers)
            .texts("waiting", "The nodes that have not answered yet.", o -> o.onNodes()
                    .map(OnNodes::waiting)
                    .orElseGet(Collections::emptySortedSet));

    static final Shape<LoggedView> LOGGED = Shape.<LoggedView>of("logged", "operations")
            .number("revision", "The revision of the cluster.", LoggedView::revision)
            .identifier("operationId", "The identifier of the request.", LoggedView::id)
            .text("kind", "The change.", LoggedView::kind)
            .maybeIdentifier("tenantId", "The tenant; absent for the installation.", LoggedView::tenant)
            .moment("at", "The moment of the decision.", LoggedView::at);

    static final Shape<UnderWayView> BATCH = Shape.<UnderWayView>of("batch", "batches")
            .identifier("operationId", "The identifier of the request.", UnderWayView::id)
            .text("by", "The one who asked.", UnderWayView::by)
            .maybeIdentifier(
                    "tenantId", "The tenant of the one who asked; absent for the installation.", UnderWayView::tenant)
            .flag("dryRun", "Whether nothing will be changed.", UnderWayView::dryRun)
            .choice("phase", "CHECKING, MAKING or DECIDING.", UnderWayView::phase)
            .count("done", "The steps that this phase is through with.", UnderWayView::done)
            .count("steps", "All steps.", UnderWayView::steps)
            .moment("since", "The moment of its turn, by this node's clock.", UnderWayView::since);

    private static final Shape<BatchReport.Done> STEP = Shape.<BatchReport.Done>of("step", "steps")
            .count("number", "The number of the step, from 1.", BatchReport.Done::number)
            .text("operation", "The operation, as in the audit trail.", BatchReport.Done::operation)
            .text("object", "The object of the step.", BatchReport.Done::object)
            .maybeIdentifier(
                    "tenantId", "The owner of the object; absent for the installation.", BatchReport.Done::tenant);

    static final Shape<BatchReport> PLAN = Shape.<BatchReport>of("plan", "plans")
            .identifier("operationId", "The identifier of the request.", BatchReport::operation)
            .shapes("steps", "The steps in their order.", STEP, BatchReport::steps)
            .count("forNodes", "The number of steps in which the nodes have a part.", BatchReport::forNodes);

    static final Shape<ContactView> CONTACT = Shape.<ContactView>of("contact", "contacts")
            .text("name", "Unique in the tenant.", ContactView::name)
            .choice("kind", "TECHNICAL, SECURITY, BUSINESS or BILLING.", ContactView::kind)
            .text("address", "An e-mail address or a telephone number.", ContactView::address)
            .number("revision", REVISION, ContactView::revision);

    static final Shape<AccessCredentialView> ACCESS_CREDENTIAL =
            credential("accessCredential", "accessCredentials", view -> view);

    static final Shape<IssuedToken> ISSUED_TOKEN = credential("issuedToken", "issuedTokens", IssuedToken::view)
            .maybe("token", "The text, returned this once; absent in the answer to a repetition.", IssuedToken::token);

    private static <V> Shape<V> credential(String name, String plural, Function<V, AccessCredentialView> of) {
        return Shape.<V>of(name, plural)
                .identifier("credentialId", "The identifier, which is no secret.", of.andThen(AccessCredentialView::id))
                .text("login", "The login of the owner.", of.andThen(AccessCredentialView::login))
                .choice("kind", "TOKEN or CERTIFICATE.", of.andThen(AccessCredentialView::kind))
                .text("name", "The name for people.", of.andThen(AccessCredentialView::name))
                .maybe(
                        "digest",
                        "SHA-256 of the certificate, 64 hexadecimal digits; absent for a token.",
                        view -> of.apply(view).digest())
                .flag("changes", "Whether it is for changes, too.", view -> of.apply(view)
                        .scope()
                        .changes())
                .texts("parts", "The parts of administration it is for.", view -> of.apply(view)
                        .scope()
                        .parts())
                .moment("createdAt", "The moment of the creation.", of.andThen(AccessCredentialView::createdAt))
                .moment(
                        "expiresAt",
                        "The moment from which it is refused.",
                        of.andThen(AccessCredentialView::expiresAt))
                .maybeMoment(
                        "revokedAt",
                        "The moment of its revocation; absent if it was not revoked.",
                        view -> of.apply(view).revokedAt())
                .maybeMoment(
                        "lastUsedAt",
                        "A recent use, exact to five minutes; absent before the first one.",
                        view -> of.apply(view).lastUsedAt());
    }

    static final Shape<UserCertificateView> USER_CERTIFICATE = Shape.<UserCertificateView>of(
                    "userCertificate", "userCertificates")
            .text("digest", "SHA-256 of the certificate, 64 hexadecimal digits.", UserCertificateView::digest)
            .identifier("userId", "The owner.", UserCertificateView::user)
            .text("login", "The login of the owner.", UserCertificateView::login)
            .text("name", "The name for people.", UserCertificateView::name)
            .text("subject", "Its subject, which its author chose.", UserCertificateView::subject)
            .text("key", "The algorithm and size of its key.", UserCertificateView::key)
            .choice("state", "PENDING, VALID, EXPIRING, EXPIRED or REVOKED.", UserCertificateView::state)
            .moment("notBefore", "The first moment of its validity.", UserCertificateView::notBefore)
            .moment("notAfter", "The last moment of its validity.", UserCertificateView::notAfter)
            .moment("registeredAt", "The moment of its registration.", UserCertificateView::registeredAt)
            .maybeMoment(
                    "revokedAt",
                    "The moment of its revocation; absent if it was not revoked.",
                    UserCertificateView::revokedAt);

    static final Shape<QuotaView> QUOTA = Shape.<QuotaView>of("quota", "quotas")
            .identifier("tenantId", "The tenant.", quota -> quota.id().tenant())
            .choice("resource", "The resource.", quota -> quota.id().resource())
            .maybeIdentifier("cluster", "The one cluster; absent for all together.", quota -> quota.id()
                    .cluster())
            .maybe("component", "The one component; absent for all together.", quota -> quota.id()
                    .component())
            .number("hard", "Never more than this.", quota -> quota.limit().hard())
            .maybeNumber("soft", "Worth a warning when it is passed.", quota -> quota.limit()
                    .soft())
            .maybeNumber("burst", "The amount that may come at once after a pause.", quota -> quota.limit()
                    .burst())
            .maybeNumber("used", "The use of it; absent where nodes keep it.", QuotaView::used)
            .number("revision", "Grows with each change of the limits, not with their use.", QuotaView::revision);

    static final Shape<ContingentView> CONTINGENT = Shape.<ContingentView>of("contingent", "contingents")
            .identifier(
                    "tenantId", "The tenant.", contingent -> contingent.quota().tenant())
            .choice("resource", "The resource.", contingent -> contingent
                    .quota()
                    .resource())
            .maybeIdentifier("cluster", "The one cluster; absent for all together.", contingent -> contingent
                    .quota()
                    .cluster())
            .maybe("component", "The one component; absent for all together.", contingent -> contingent
                    .quota()
                    .component())
            .maybeIdentifier(
                    "userId",
                    "The user; absent if it is a role's.",
                    contingent -> contingent.grantee() instanceof Grantee.ToUser to
                            ? Optional.of(to.user())
                            : Optional.empty())
            .maybe(
                    "role",
                    "The role; absent if it is a user's.",
                    contingent -> contingent.grantee() instanceof Grantee.ToRole to
                            ? Optional.of(to.role())
                            : Optional.empty())
            .number("amount", "The amount, in the unit of the resource.", ContingentView::amount)
            .maybeNumber("used", "The use of it; absent where nodes keep it.", ContingentView::used)
            .number("revision", "Grows with each change of the amount, not with its use.", ContingentView::revision);

    static final Shape<ServiceView> SERVICE = Shape.<ServiceView>of("service", "services")
            .identifier("tenantId", "The tenant.", ServiceView::tenant)
            .text("service", "{namespace}local.", service -> service.id().name())
            .text("version", "The version.", service -> service.id().version())
            .maybe("wsdlDigest", "SHA-256 of the WSDL; absent without one.", ServiceView::wsdl)
            .texts("policies", "The names of the policies.", ServiceView::policies)
            .identifier("changedBy", "The user of the last change.", ServiceView::by)
            .moment("changedAt", "The moment of the last change.", ServiceView::at)
            .number("revision", REVISION, ServiceView::revision);

    static final Shape<EndpointView> ENDPOINT = Shape.<EndpointView>of("endpoint", "endpoints")
            .text("assembly", "The service assembly.", EndpointView::assembly)
            .text("unit", "The service unit.", EndpointView::unit)
            .text("component", "The component of the unit.", EndpointView::component)
            .text("direction", "Whether the unit provides or consumes it.", EndpointView::direction)
            .text("service", "{namespace}local, as the author of the unit wrote it.", EndpointView::service)
            .text("busService", "{namespace}local on the bus.", EndpointView::busService)
            .text("endpoint", "The endpoint's name.", EndpointView::endpoint)
            .maybe(
                    "path",
                    "The path below which messages for it are taken from outside; absent if none are.",
                    EndpointView::path);

    static final Shape<TrafficView> TRAFFIC = Shape.<TrafficView>of("traffic", "traffic")
            .maybeIdentifier("nodeId", "The node that was asked, whose messages these are.", TrafficView::node)
            .identifier("tenantId", "The tenant.", TrafficView::tenant)
            .maybe("tenant", "The tenant's name.", TrafficView::tenantName)
            .maybe(
                    "service",
                    "{namespace}local, as the author of the unit wrote it; absent for a whole tenant, and for messages"
                            + " that reached no endpoint.",
                    t -> t.endpoint().map(Endpoint::service))
            .maybe("endpoint", "The endpoint's name; absent as the service.", t -> t.endpoint()
                    .map(Endpoint::name))
            .maybe("path", "The path of requests; absent as the service.", t -> t.endpoint()
                    .map(Endpoint::path))
            .number("inFlight", "The requests that are not completely answered.", TrafficView::inFlight)
            .number("minuteMessages", "The messages of the last minute.", t -> t.lastMinute()
                    .counts()
                    .messages())
            .number("minuteErrors", "Those of the last minute that were not answered as wanted.", t -> t.lastMinute()
                    .counts()
                    .errors())
            .maybeNumber("medianMicros", MEDIAN, t -> t.lastMinute().medianMicros())
            .maybeNumber("p99Micros", P99, t -> t.lastMinute().p99Micros())
            .number("messages", "All messages, of a tenant since the start of the node.", t -> t.total()
                    .messages())
            .number("faults", FAULTS, t -> t.total().faults())
            .number("senderErrors", SENDER_ERRORS, t -> t.total().senderErrors())
            .number("backEndErrors", BACK_END_ERRORS, t -> t.total().backEndErrors())
            .number("busErrors", BUS_ERRORS, t -> t.total().busErrors())
            .number("strangers", STRANGERS, t -> t.total().strangers());

    static final Shape<Sample> TRAFFIC_SAMPLE = Shape.<Sample>of("trafficSample", "samples")
            .moment("until", "The end of the step.", Sample::until)
            .number("messages", "The messages that were over in the step.", s -> s.figures()
                    .counts()
                    .messages())
            .number("faults", FAULTS, s -> s.figures().counts().faults())
            .number("senderErrors", SENDER_ERRORS, s -> s.figures().counts().senderErrors())
            .number("backEndErrors", BACK_END_ERRORS, s -> s.figures().counts().backEndErrors())
            .number("busErrors", BUS_ERRORS, s -> s.figures().counts().busErrors())
            .number("strangers", STRANGERS, s -> s.figures().counts().strangers())
            .maybeNumber("medianMicros", MEDIAN, s -> s.figures().medianMicros())
            .maybeNumber("p99Micros", P99, s -> s.figures().p99Micros());

    static final Shape<History> TRAFFIC_HISTORY = Shape.<History>of("trafficHistory", "trafficHistories")
            .maybeIdentifier("nodeId", "The node that was asked, whose messages these are.", History::node)
            .choice("span", "TEN_MINUTES or DAY.", History::span)
            .number("stepSeconds", "The length of a step.", h -> h.span().step().toSeconds())
            .shapes(
                    "samples",
                    "The steps without a gap, the oldest first; none if the node has recorded nothing.",
                    TRAFFIC_SAMPLE,
                    History::samples);

    static final Shape<PeriodView> PERIOD = Shape.<PeriodView>of("period", "periods")
            .text("assembly", "The service assembly.", PeriodView::assembly)
            .count("version", "The number of the version, from 1.", PeriodView::version)
            .text("cause", "DEPLOY, UPDATE, SWITCH or ROLLBACK.", PeriodView::cause)
            .identifier("by", "The user who asked for that.", PeriodView::by)
            .moment("from", "The begin.", PeriodView::from)
            .maybeMoment("to", "The end; absent while it is deployed.", PeriodView::to);

    static final Shape<ComponentView> COMPONENT = Shape.<ComponentView>of("component", "components")
            .text("name", "The name.", ComponentView::name)
            .text("type", "binding-component or service-engine.", ComponentView::type)
            .text(
                    "state",
                    "Started, Stopped, Shutdown, Unknown or Absent, on the node that was asked.",
                    ComponentView::state)
            .flag("trusted", "Whether an installer brought it; otherwise it is the bus's own.", ComponentView::trusted)
            .texts("libraries", "The libraries that it uses.", ComponentView::libraries)
            .maybe("desired", DESIRED, ComponentView::desired)
            .maybeNumber("revision", "The revision of that decision; absent without one.", ComponentView::revision)
            .texts("nodes", NODES, component -> lines(component.nodes()));

    static final Shape<LibraryView> LIBRARY = Shape.<LibraryView>of("library", "libraries")
            .text("name", "The name.", LibraryView::name)
            .text("type", "shared-library.", library -> "shared-library")
            .text(
                    "state",
                    "Used or Unused, on the node that was asked.",
                    library -> library.usedBy().isEmpty() ? "Unused" : "Used")
            .flag("trusted", "True: an installer brought it.", library -> true)
            .texts("libraries", "The components that use it.", LibraryView::usedBy)
            .maybe("desired", DESIRED, LibraryView::desired)
            .maybeNumber("revision", "The revision of that decision; absent without one.", LibraryView::revision)
            .texts("nodes", NODES, library -> lines(library.nodes()));

    static final Shape<SettingView> SETTING = Shape.<SettingView>of("setting", "settings")
            .text("key", "The key.", SettingView::key)
            .text("here", "The value on the node that was asked, wherever it is from.", SettingView::here)
            .flag("setForAll", "Whether a value is set for all nodes.", setting -> setting.all()
                    .isPresent())
            .maybe("all", "The value that is set for all nodes; absent if none is.", SettingView::all)
            .texts(
                    "single",
                    "<node> <value> each, of the values for single nodes.",
                    setting -> lines(setting.single()));

    static final Shape<TenantView> TENANT = Shape.<TenantView>of("tenant", "tenants")
            .identifier("tenantId", "The identifier, for ever.", TenantView::id)
            .text("name", "Unique on the bus.", TenantView::name)
            .text("displayName", "The name for people.", TenantView::displayName)
            .choice("state", "PROVISIONING, ACTIVE, SUSPENDED, DRAINING, OFFBOARDING or DELETED.", TenantView::state)
            .moment("createdAt", "The moment of the creation.", TenantView::createdAt)
            .number("revision", REVISION, TenantView::revision);

    static final Shape<UserView> USER = Shape.<UserView>of("user", "users")
            .identifier("tenantId", "The tenant.", UserView::tenant)
            .identifier("userId", "The identifier, for ever.", UserView::id)
            .text("login", "Unique in the tenant.", UserView::login)
            .choice("state", "ACTIVE, LOCKED or REVOKED.", UserView::state)
            .flag(
                    "defaultAdministrator",
                    "Whether it is the tenant's default administrator.",
                    UserView::defaultAdministrator)
            .texts("roles", "The roles.", UserView::roles)
            .moment("createdAt", "The moment of the creation.", UserView::createdAt)
            .number("revision", REVISION, UserView::revision);

    static final Shape<CreatedTenant> CREATED_TENANT = Shape.<CreatedTenant>of("createdTenant", "tenants")
            .identifier("tenantId", "The identifier, for ever.", created -> created.tenant()
                    .id())
            .text("name", "Unique on the bus.", created -> created.tenant().name())
            .text("displayName", "The name for people.", created -> created.tenant()
                    .displayName())
            .choice("state", "ACTIVE.", created -> created.tenant().state())
            .identifier("userId", "The identifier of the default administrator.", created -> created.administrator()
                    .id())
            .text("login", "The login of the default administrator.", created -> created.administrator()
                    .login());

    static final Shape<AssemblyView> ASSEMBLY = Shape.<AssemblyView>of("assembly", "assemblies")
            .identifier("tenantId", "The tenant.", AssemblyView::tenant)
            .maybeIdentifier(
                    "userId",
                    "The one user who reaches its endpoints; absent if it is the whole tenant's.",
                    AssemblyView::user)
            .text("name", "The author's name for it.", AssemblyView::name)
            .text("description", "The author's description.", AssemblyView::description)
            .text("state", "STARTED, STOPPED, SHUTDOWN or FAILED.", AssemblyView::state)
            .text("digest", "SHA-256 of the archive of this version.", AssemblyView::digest)
            .maybe(
                    "rewrittenDigest",
                    "SHA-256 of the archive with the names on the bus; absent if an earlier build deployed it.",
                    AssemblyView::rewritten)
            .maybe(
                    "formerDigest",
                    "The digest of the version that a rollback goes to; absent if there is none.",
                    AssemblyView::former)
            .texts("units", "<unit> (<component>) each.", AssemblyView::units)
            .maybeNumber("revision", REVISION + " Absent while it is not known.", AssemblyView::revision);

    static final Shape<Identity> IDENTITY = Shape.<Identity>of("identity", "identities")
            .text("login", "The login.", Identity::login)
            .maybeIdentifier("tenantId", "The tenant; absent for a user of the installation.", Identity::tenant)
            .identifier("userId", "The identifier, as messages carry it.", Identity::user)
            .texts("roles", "The roles.", Identity::roles)
            .texts(
                    "parts",
                    "The parts of administration with an operation that the roles permit.",
                    identity -> identity.parts().stream().map(Enum::name).toList());

    static final Shape<Status> STATUS = Shape.<Status>of("status", "statuses")
            .text("version", "The version of the bus.", Status::version)
            .flag("registryReachable", "Whether the registry answers.", status -> status.registryTrouble()
                    .isEmpty())
            .maybe("registryTrouble", "The reason if it does not.", Status::registryTrouble)
            .flag("deployerRunning", "Whether this node deploys assemblies.", Status::deployerRunning)
            .numbers(
                    "tenantsByState",
                    "The number of tenants in each state that has any; empty while the registry is out of reach.",
                    Shapes::tenantsByState)
            .numbers(
                    "assembliesByState",
                    "The number of assemblies on this node in each state that has any.",
                    Status::assemblies)
            .numbers(
                    "expiringKeys",
                    "The number of keys by tenant whose certificates end within 30 days.",
                    Status::expiringKeys)
            .numbers(
                    "overdueCrls",
                    "The number of lists of revocations by tenant whose next update is past.",
                    Status::overdueCrls);

    private static final Shape<ResourceView> RESOURCE = Shape.<ResourceView>of("resource", "resources")
            .text("name", "The name.", ResourceView::name)
            .flag("registered", "Whether it can take part now.", ResourceView::registered);

    private static final Shape<BranchView> BRANCH = Shape.<BranchView>of("branch", "branches")
            .text("transaction", "The transaction.", BranchView::transaction)
            .text("resource", "The resource.", BranchView::resource)
            .moment("since", "The begin of its transaction.", BranchView::since)
            .text("outcome", "COMMIT, ROLLBACK or UNKNOWN.", BranchView::outcome)
            .flag("alarm", "Whether it is older than it should be.", BranchView::alarm)
            .maybe("problem", "The reason why it is not finished.", BranchView::problem);

    private static final Shape<HeuristicView> HEURISTIC = Shape.<HeuristicView>of("heuristic", "heuristics")
            .text("transaction", "The transaction.", HeuristicView::transaction)
            .text("resource", "The resource.", HeuristicView::resource)
            .flag("committed", "The decision of the transaction.", HeuristicView::committed)
            .moment("since", "The moment when that was found.", HeuristicView::since)
            .text("problem", "The deed of the resource, a sentence.", HeuristicView::problem);

    static final Shape<TransactionsView> TRANSACTIONS = Shape.<TransactionsView>of("transactions", "transactions")
            .choice(
                    "recoveryPhase",
                    "How recovery stands: GATED while resources are missing, UNFINISHED, or DONE. Live.",
                    view -> view.recovery().phase())
            .texts("missingResources", "Resources that recovery waits for. Live.", view -> view.recovery()
                    .missing())
            .maybeMoment(
                    "lastRecovery",
                    "When recovery last asked resources what they have; empty: never. Live.",
                    view -> view.recovery().lastRun())
            .texts(
                    "problems",
                    "Problems that recovery met when it last asked resources. At most as old as LastRecovery says.",
                    view -> view.recovery().problems())
            .shapes(
                    "resources",
                    "Every resource that recovery knows, and whether it is there. Live.",
                    RESOURCE,
                    TransactionsView::resources)
            .shapes(
                    "inDoubt",
                    "Branches that their resources have not finished, the oldest first. Live.",
                    BRANCH,
                    TransactionsView::inDoubt)
            .shapes(
                    "heuristics",
                    "Branches that resources finished against their transaction. Live.",
                    HEURISTIC,
                    TransactionsView::heuristics);

    private Shapes() {}

    private static List<String> lines(Map<UUID, String> byNode) {
        return byNode.entrySet().stream()
                .map(one -> one.getKey() + " " + one.getValue())
                .toList();
    }

    private static Map<String, Long> tenantsByState(Status status) {
        Map<String, Long> byName = new TreeMap<>();
        status.tenants().forEach((state, count) -> byName.put(state.name(), count));
        return byName;
    }

    private static String line(LinkView link) {
        String endpoint = link.service() + " " + link.endpoint();
        return link.component()
                .map(component -> "component " + component + " to tenant " + link.tenant() + " " + endpoint)
                .orElse("tenant " + link.tenant() + " to plain " + endpoint);
    }

    private static Map<String, String> answers(OperationView operation) {
        Map<String, String> answers = new TreeMap<>();
        operation.onNodes().ifPresent(nodes -> nodes.answers()
                .forEach((node, answer) -> answers.put(
                        node.toString(),
                        answer.result() + answer.reason().map(r -> ": " + r).orElse(""))));
        return answers;
    }
}
