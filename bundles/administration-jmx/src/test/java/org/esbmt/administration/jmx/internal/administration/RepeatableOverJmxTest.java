package org.esbmt.administration.jmx.internal.administration;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.assertj.core.api.SoftAssertions;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.api.command.ContingentCommand.SetContingent;
import org.esbmt.administration.api.command.QuotaCommand.SetQuota;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every operation over JMX, compared with the API below it. A changing operation has an identifier for repetitions and an
 * expected revision, unless the lists here give the reason.
 */
class RepeatableOverJmxTest {
    private static final ObjectName TRANSACTIONS = name(PublishedMBean.TRANSACTIONS);
    private static final UUID ID = new UUID(9, 9);
    private static final long REVISION = 7;
    private static final String TENANT = new UUID(1, 1).toString();

    /** Read-only operations whose names do not start with a reading verb. */
    private static final Set<String> READING =
            Set.of("exportAssembly", "wsdl", "policy", "assemblyHistory", "keyRequest");

    /** Operations that create an entry, which has no earlier revision. */
    private static final Set<String> CREATING = Set.of(
            "createTenant",
            "createToken",
            "registerCertificate",
            "registerUserCertificate",
            "addUser",
            "addSystemUser",
            "deployAssembly",
            "deployAssemblyForUser",
            "registerService",
            "grantQuota",
            "grantContingent",
            "generateKey",
            "importPkcs12",
            "importPem",
            "registerPartner",
            "addIssuer",
            "addUserSubject",
            "addAuthority",
            "install");

    /** Operations that change an entry without a revision, with the reason. */
    private static final Map<String, String> WITHOUT_REVISION = Map.ofEntries(
            Map.entry("linkToPlain", "a link is there or not"),
            Map.entry("unlinkFromPlain", "a link is there or not"),
            Map.entry("linkToTenant", "a link is there or not"),
            Map.entry("unlinkFromTenant", "a link is there or not"),
            Map.entry("resync", "tells nodes what is so already"),
            Map.entry("drainNode", "a node's state is its own, and changes by itself"),
            Map.entry("removeNode", "a node's state is its own, and changes by itself"),
            Map.entry("submitBatch", "its steps are many"),
            Map.entry("certifyKey", "a certificate is of the key or refused"),
            Map.entry("makeKeyFormer", "a key has one name until its end"),
            Map.entry("revokeKey", "a key has one name until its end"),
            Map.entry("setSecret", "nobody can read what is replaced"),
            Map.entry("removeSecret", "nobody can read what is removed"),
            Map.entry("revokePartner", "a partner has one name until its end"),
            Map.entry("setIssuerKeys", "the keys are replaced as a whole"),
            Map.entry("removeIssuer", "an issuer is there or not"),
            Map.entry("removeAuthority", "an authority is there or not"),
            Map.entry("uploadCrl", "the list has a number of its own"),
            Map.entry("removeUserSubject", "a subject is there or not"),
            Map.entry("revokeToken", "a token or certificate never changes but for its end"),
            Map.entry("revokeCertificate", "a token or certificate never changes but for its end"),
            Map.entry("revokeAccessCredential", "a token or certificate never changes but for its end"),
            Map.entry("revokeSystemAccessCredential", "a token or certificate never changes but for its end"),
            Map.entry("revokeUserCertificate", "a certificate never changes but for its end"));

    /** Operations that work without a registry, so without a journal, and may be repeated without harm. */
    private static final Set<String> WITHOUT_IDENTIFIER = Set.of("recover", "retire", "forget");

    /** Steps of a batch; alone they are a grant or a change. */
    private static final Set<Class<?>> IN_BATCHES_ALONE = Set.of(SetQuota.class, SetContingent.class);

    private final List<Administrator> asking = new ArrayList<>();
    private final Set<String> asked = new TreeSet<>();
    private final Map<Class<?>, Object> apis = new HashMap<>();
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private AllMBeans all;

    @BeforeEach
    void register() throws Exception {
        all = new AllMBeans(new BusMBeans(server), this::api);
    }

    @AfterEach
    void unregister() throws Exception {
        all.close();
    }

    @Test
    void everyOperationThatChangesSomethingTakesAnIdentifierAndARevisionUnlessItCreates() throws Exception {
        SoftAssertions all = new SoftAssertions();
        for (Called operation : operations()) {
            String name = operation.name();
            boolean repeatable = operation.changes() && !WITHOUT_IDENTIFIER.contains(name);
            boolean compared = repeatable && !CREATING.contains(name) && !WITHOUT_REVISION.containsKey(name);
            all.assertThat(operation.takes("operation"))
                    .as("%s is repeatable", name)
                    .isEqualTo(repeatable);
            all.assertThat(operation.takes("revision"))
                    .as("%s holds for a revision", name)
                    .isEqualTo(compared);
        }
        all.assertAll();
    }

    @Test
    void everyListedOperationExists() throws Exception {
        assertThat(operations().stream().map(Called::name).collect(toSet()))
                .containsAll(READING)
                .containsAll(CREATING)
                .containsAll(WITHOUT_REVISION.keySet())
                .containsAll(WITHOUT_IDENTIFIER);
    }

    /** The parameters must reach the API. */
    @Test
    void identifierAndRevisionArriveAtTheApi() throws Exception {
        SoftAssertions all = new SoftAssertions();
        for (Called operation : operations()) {
            asking.clear();
            String answer = call(operation);
            all.assertThat(asking)
                    .as("%s asks the API, and has said %s", operation.name(), answer)
                    .isNotEmpty()
                    .allSatisfy(by -> {
                        assertThat(by.operation())
                                .isEqualTo(operation.takes("operation") ? Optional.of(ID) : Optional.empty());
                        assertThat(by.expectedRevision())
                                .isEqualTo(
                                        operation.takes("revision") ? OptionalLong.of(REVISION) : OptionalLong.empty());
                    });
        }
        all.assertAll();
    }

    @Test
    void everyOperationOfTheApiIsPublished() throws Exception {
        for (Called operation : operations()) {
            call(operation);
        }
        for (MBeanAttributeInfo attribute : server.getMBeanInfo(TRANSACTIONS).getAttributes()) {
            asAda(() -> server.getAttribute(TRANSACTIONS, attribute.getName()));
        }
        Set<String> known = Stream.concat(
                        apis.keySet().stream()
                                .flatMap(api -> Arrays.stream(api.getMethods()))
                                .map(RepeatableOverJmxTest::named),
                        kinds(Command.class)
                                .filter(kind -> !IN_BATCHES_ALONE.contains(kind))
                                .map(Class::getSimpleName))
                .collect(toCollection(TreeSet::new));
        // showOperation may wait, also for no time. A command is recorded by its kind, and a batch is planned here.
        known.removeAll(Set.of("OperationAdministration.find", "Administration.execute", "Batch"));

        assertThat(apis).hasSize(22);
        assertThat(asked).containsAll(known);
    }

    /** One operation of one MBean. */
    private record Called(ObjectName bean, MBeanOperationInfo info) {
        String name() {
            return info.getName();
        }

        boolean takes(String parameter) {
            return Arrays.stream(info.getSignature())
                    .anyMatch(known -> known.getName().equals(parameter));
        }

        boolean changes() {
            return info.getImpact() != MBeanOperationInfo.INFO && !READING.contains(name());
        }
    }

    private List<Called> operations() throws Exception {
        List<Called> operations = new ArrayList<>();
        for (ObjectName bean : server.queryNames(new ObjectName("org.esbmt:*"), null)) {
            for (MBeanOperationInfo info : server.getMBeanInfo(bean).getOperations()) {
                operations.add(new Called(bean, info));
            }
        }
        return operations;
    }

    private static ObjectName name(PublishedMBean bean) {
        try {
            return new ObjectName(bean.objectName());
        } catch (MalformedObjectNameException e) {
            throw new AssertionError(e);
        }
    }

    private static String named(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    private static Stream<Class<?>> kinds(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(RepeatableOverJmxTest::kinds)
                : Stream.of(type);
    }

    private <T> T api(Class<T> type) {
        return type.cast(apis.computeIfAbsent(type, this::noting));
    }

    /** Records the caller and the call, of a command the kind, and refuses it. */
    private Object noting(Class<?> type) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
            if (given == null) {
                return type.getSimpleName(); // toString, in the text of a failure
            }
            asking.add((Administrator) given[0]);
            asked.add(
                    given.length > 1
                                    && given[1] instanceof Command<?>
                                    && method.getName().equals("execute")
                            ? given[1].getClass().getSimpleName()
                            : named(method));
            throw new AdministrationException(Reason.CONFLICT, "noted");
        });
    }

    private String call(Called operation) throws Exception {
        MBeanParameterInfo[] parameters = operation.info().getSignature();
        Object[] arguments = Arrays.stream(parameters)
                .map(parameter -> argument(operation.name(), parameter))
                .toArray();
        String[] signature =
                Arrays.stream(parameters).map(MBeanParameterInfo::getType).toArray(String[]::new);
        return asAda(() -> server.invoke(operation.bean(), operation.name(), arguments, signature));
    }

    /** Returns the answer or the refusal. */
    private static String asAda(PrivilegedExceptionAction<Object> call) {
        Subject ada = new Subject();
        ada.getPrincipals().add(new UserPrincipal("ada"));
        try {
            return String.valueOf(Subject.doAs(ada, call));
        } catch (PrivilegedActionException e) {
            throw new AssertionError(e);
        } catch (RuntimeMBeanException e) {
            return e.getTargetException().getMessage();
        }
    }

    private static Object argument(String operation, MBeanParameterInfo parameter) {
        String name = parameter.getName();
        String systemOrTenant = operation.contains("System") ? "SRE" : "TENANT_USER";
        return switch (parameter.getType()) {
            case "long" -> REVISION;
            case "int" -> 1;
            case "boolean" -> true;
            case "[B" -> new byte[] {1};
            case "[[B" -> new byte[0][];
            case "[Ljava.lang.String;" ->
                switch (name) {
                    case "roles" -> new String[] {systemOrTenant};
                    case "settings" -> new String[] {"key=value"};
                    case "algorithms" -> new String[] {"RS256"};
                    default -> new String[0];
                };
            default ->
                switch (name) {
                    case "operation", "operationId" -> ID.toString();
                    case "tenantId", "nodeId", "credentialId" -> TENANT;
                    case "userId" -> operation.contains("Contingent") ? "" : TENANT;
                    case "role" -> systemOrTenant;
                    case "password", "newPassword" -> "a long password of theirs";
                    case "resource" -> "USERS";
                    case "kind" -> "SECURITY";
                    case "secretKind" -> "PASSWORD";
                    case "digest" -> "ab".repeat(32);
                    case "cluster", "head", "state", "span" -> "";
                    case "purpose" -> "SIGN";
                    case "algorithm" -> "EC_P256";
                    case "at", "until" -> "2026-01-01T00:00:00Z";
                    case "file" -> "YSBmaWxl";
                    case "batch" -> "<batch xmlns='urn:esbmt:batch:1'><suspendTenant tenant='" + TENANT + "'/></batch>";
                    default -> "any";
                };
        };
    }
}
