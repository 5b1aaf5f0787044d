package org.esbmt.administration.jmx.internal;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import javax.management.MBeanOperationInfo;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.assertj.core.api.SoftAssertions;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.ResyncAdministration;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.SystemUserAdministration;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.batch.BatchAdministration;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;

/**
 * Every operation over JMX against the API below it: what changes something can be asked again under an identifier, and holds
 * for the revision that was seen, unless the lists here say why not.
 */
class RepeatableOverJmxTest {
    private static final UUID ID = new UUID(9, 9);
    private static final long REVISION = 7;
    private static final String TENANT = new UUID(1, 1).toString();

    /** What changes nothing, and whose name does not say so. */
    private static final Set<String> READING = Set.of("exportAssembly", "wsdl", "policy", "assemblyHistory");

    /** What is made by these has no revision that somebody could have seen. */
    private static final Set<String> CREATING = Set.of(
            "createTenant",
            "addUser",
            "addSystemUser",
            "deployAssembly",
            "deployAssemblyForUser",
            "registerService",
            "grantQuota",
            "grantContingent",
            "install");

    /** What changes something that has no revision, and why. */
    private static final Map<String, String> WITHOUT_REVISION = Map.of(
            "linkToPlain", "a link is there or not",
            "unlinkFromPlain", "a link is there or not",
            "linkToTenant", "a link is there or not",
            "unlinkFromTenant", "a link is there or not",
            "resync", "tells nodes what is so already",
            "drainNode", "a node's state is its own, and changes by itself",
            "removeNode", "a node's state is its own, and changes by itself",
            "submitBatch", "its steps are many");

    /** What works without a registry, so without a journal, and does the same however often it is asked. */
    private static final Set<String> WITHOUT_IDENTIFIER = Set.of("recover", "retire", "forget");

    private final List<Administrator> asking = new ArrayList<>();
    private final Set<String> asked = new TreeSet<>();
    private final TenantAdministration tenants = api(TenantAdministration.class);
    private final List<Object> beans = List.of(
            new JmxAdministration(
                    tenants,
                    api(AssemblyAdministration.class),
                    api(AdministratorAccounts.class),
                    api(InstallationStatus.class)),
            new JmxUsers(tenants, api(UserAdministration.class)),
            new JmxSystemUsers(api(SystemUserAdministration.class)),
            new JmxServices(api(ServiceAdministration.class)),
            new JmxQuotas(api(QuotaAdministration.class), api(ContingentAdministration.class)),
            new JmxAudit(api(AuditAdministration.class)),
            new JmxBatches(api(BatchAdministration.class)),
            new JmxComponents(api(ComponentAdministration.class), api(ComponentConfiguration.class)),
            new JmxLinks(api(LinkAdministration.class)),
            new JmxCluster(
                    api(ClusterAdministration.class),
                    api(OperationAdministration.class),
                    api(ResyncAdministration.class)),
            new JmxTransactions(api(TransactionOversight.class)));

    @Test
    void everyMBeanOfThisBundleIsLookedAt() throws Exception {
        Path classes = Path.of(AdministrationMXBean.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        String directory = AdministrationMXBean.class.getPackageName().replace('.', '/');
        try (Stream<Path> files = Files.list(classes.resolve(directory))) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith("MXBean.class"))
                            .filter(name -> !name.equals("NotificationsMXBean.class"))) // it has no operations
                    .containsExactlyInAnyOrderElementsOf(beans.stream()
                            .map(bean -> type(bean).getSimpleName() + ".class")
                            .toList());
        }
        assertThat(NotificationsMXBean.class.getMethods())
                .allSatisfy(method -> assertThat(method.getName()).startsWith("get"));
    }

    @Test
    void everyOperationThatChangesSomethingTakesAnIdentifierAndARevisionUnlessItCreates() {
        SoftAssertions all = new SoftAssertions();
        for (Object bean : beans) {
            for (Method operation : operations(bean)) {
                String name = operation.getName();
                List<String> last = names(operation);
                boolean repeatable = changes(operation) && !WITHOUT_IDENTIFIER.contains(name);
                boolean compared = repeatable && !CREATING.contains(name) && !WITHOUT_REVISION.containsKey(name);
                all.assertThat(last.contains("operation"))
                        .as("%s is repeatable", name)
                        .isEqualTo(repeatable);
                all.assertThat(last.contains("revision"))
                        .as("%s holds for a revision", name)
                        .isEqualTo(compared);
            }
        }
        all.assertAll();
    }

    @Test
    void whatTheListsNameIsThere() {
        Set<String> known = beans.stream()
                .flatMap(bean -> operations(bean).stream())
                .map(Method::getName)
                .collect(toSet());

        assertThat(known)
                .containsAll(READING)
                .containsAll(CREATING)
                .containsAll(WITHOUT_REVISION.keySet())
                .containsAll(WITHOUT_IDENTIFIER);
    }

    /** A parameter that nobody passes on would do no good. */
    @Test
    void identifierAndRevisionArriveAtTheApi() throws Exception {
        SoftAssertions all = new SoftAssertions();
        for (Object bean : beans) {
            for (Method operation : operations(bean)) {
                List<String> names = names(operation);
                asking.clear();
                String answer = call(bean, operation);
                all.assertThat(asking)
                        .as("%s asks the API, and has said %s", operation.getName(), answer)
                        .isNotEmpty()
                        .allSatisfy(by -> {
                            assertThat(by.operation())
                                    .isEqualTo(names.contains("operation") ? Optional.of(ID) : Optional.empty());
                            assertThat(by.expectedRevision())
                                    .isEqualTo(
                                            names.contains("revision")
                                                    ? OptionalLong.of(REVISION)
                                                    : OptionalLong.empty());
                        });
            }
        }
        all.assertAll();
    }

    @Test
    void everythingThatTheApiCanDoIsThere() throws Exception {
        for (Object bean : beans) {
            for (Method operation : operations(bean)) {
                call(bean, operation);
            }
        }
        Set<String> apis = Stream.of(
                        TenantAdministration.class,
                        AssemblyAdministration.class,
                        AdministratorAccounts.class,
                        InstallationStatus.class,
                        UserAdministration.class,
                        SystemUserAdministration.class,
                        ServiceAdministration.class,
                        QuotaAdministration.class,
                        ContingentAdministration.class,
                        AuditAdministration.class,
                        BatchAdministration.class,
                        ComponentAdministration.class,
                        ComponentConfiguration.class,
                        LinkAdministration.class,
                        ClusterAdministration.class,
                        OperationAdministration.class,
                        ResyncAdministration.class,
                        TransactionOversight.class)
                .flatMap(api -> Arrays.stream(api.getMethods()))
                .map(RepeatableOverJmxTest::named)
                .collect(toCollection(TreeSet::new));
        // showOperation waits, for no time if that is what is wanted, and a plan is a batch that is submitted as a dry
        // run.
        apis.removeAll(Set.of("OperationAdministration.find", "BatchAdministration.submit"));

        assertThat(asked).containsAll(apis);
    }

    private static boolean changes(Method operation) {
        String name = operation.getName();
        boolean reads = name.startsWith("get")
                || READING.contains(name)
                || Descriptions.impact(new MBeanOperationInfo(name, operation)) == MBeanOperationInfo.INFO;
        return !reads;
    }

    private static Class<?> type(Object bean) {
        return Arrays.stream(bean.getClass().getInterfaces())
                .filter(type -> type.getSimpleName().endsWith("MXBean"))
                .findFirst()
                .orElseThrow();
    }

    private static List<Method> operations(Object bean) {
        return List.of(type(bean).getMethods());
    }

    private static List<String> names(Method operation) {
        return Arrays.stream(operation.getParameters())
                .map(RepeatableOverJmxTest::name)
                .toList();
    }

    private static String name(Parameter parameter) {
        Described described = parameter.getAnnotation(Described.class);
        return described == null ? parameter.getName() : described.name();
    }

    private static String named(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    /** Notes who asks for what, and refuses it. */
    private <T> T api(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
                    asking.add((Administrator) given[0]);
                    asked.add(named(method));
                    if (method.getName().equals("findTenant")) { // whose name is looked at before it is purged
                        return Optional.of(new TenantView(
                                TenantId.of(TENANT), "any", "Any", TenantView.State.DRAINING, Instant.EPOCH, REVISION));
                    }
                    throw new AdministrationException(Reason.CONFLICT, "noted");
                }));
    }

    private static String call(Object bean, Method operation) throws Exception {
        Object[] arguments = Arrays.stream(operation.getParameters())
                .map(RepeatableOverJmxTest::argument)
                .toArray();
        Subject ada = new Subject();
        ada.getPrincipals().add(new UserPrincipal("ada"));
        PrivilegedExceptionAction<Object> call = () -> operation.invoke(bean, arguments);
        try {
            return String.valueOf(Subject.doAs(ada, call));
        } catch (PrivilegedActionException e) {
            assertThat(e.getCause()).isInstanceOf(InvocationTargetException.class);
            return String.valueOf(e.getCause().getCause().getMessage());
        }
    }

    private static Object argument(Parameter parameter) {
        Class<?> type = parameter.getType();
        String name = name(parameter);
        if (type == long.class) {
            return REVISION;
        }
        if (type == int.class) {
            return 1;
        }
        if (type == boolean.class) {
            return true;
        }
        if (type == byte[].class) {
            return new byte[] {1};
        }
        if (type == byte[][].class) {
            return new byte[0][];
        }
        if (type == String[].class) {
            return switch (name) {
                case "roles" ->
                    new String[] {
                        parameter.getDeclaringExecutable().getName().contains("System") ? "SRE" : "TENANT_USER"
                    };
                case "settings" -> new String[] {"key=value"};
                default -> new String[0];
            };
        }
        return switch (name) {
            case "operation", "operationId" -> ID.toString();
            case "tenantId", "nodeId" -> TENANT;
            case "userId" -> parameter.getDeclaringExecutable().getName().contains("Contingent") ? "" : TENANT;
            case "role" -> parameter.getDeclaringExecutable().getName().contains("System") ? "SRE" : "TENANT_USER";
            case "password", "newPassword" -> "a long password of theirs";
            case "resource" -> "USERS";
            case "cluster", "head", "state" -> "";
            case "at" -> "2026-01-01T00:00:00Z";
            case "batch" -> "<batch xmlns='urn:esbmt:batch:1'><suspendTenant tenant='" + TENANT + "'/></batch>";
            default -> "any";
        };
    }
}
