package org.esbmt.administration.jmx.internal.administration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.batch.BatchText;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches that a console submits over JMX. */
class BatchesOverJmxTest {
    private static final String STRING = String.class.getName();
    private static final String[] SIGNATURE = {
        STRING, String[].class.getName(), byte[][].class.getName(), STRING, "boolean"
    };
    private static final String TENANT = new UUID(1, 1).toString();
    private static final TenantRef THERE = new TenantRef.Known(TenantId.of(TENANT));
    private static final UUID ID = new UUID(9, 9);
    private static final String SUSPEND = "<suspendTenant tenant='" + TENANT + "'/>";
    private static final String DEPLOY = "<deploy tenant='" + TENANT + "' archive='orders.zip'/>";

    private final Submitted submitted = new Submitted();
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private ObjectName batches;

    @BeforeEach
    void register() throws Exception {
        new BatchesRegistration(new BusMBeans(server), submitted);
        batches = new ObjectName(PublishedMBean.BATCHES.objectName());
    }

    @Test
    void aDryRunGivesThePlanAndSubmitsNothing() throws Exception {
        String[] plan = submit(SUSPEND + DEPLOY, Map.of("orders.zip", "orders"), ID.toString(), true);

        assertThat(plan).containsExactly("1. step on something", "2. step on something", "operation " + ID);
        assertThat(submitted.planned).hasSize(1);
        assertThat(submitted.done).isEmpty();
        assertThat(submitted.lastBy).isEqualTo(new Administrator("ada", "jmx").asking(ID));
    }

    @Test
    void theRunAndItsRepetitionHaveTheLinesOfTheDryRun() throws Exception {
        String[] plan = submit(SUSPEND, Map.of(), ID.toString(), true);

        assertThat(submit(SUSPEND, Map.of(), ID.toString(), false)).isEqualTo(plan);
        assertThat(submit(SUSPEND, Map.of(), " " + ID + "\n", false)).isEqualTo(plan);
        assertThat(submitted.done).hasSize(1);
        refused("CONFLICT: the identifier", () -> submit(SUSPEND + DEPLOY, orders(), ID.toString(), false));
        assertThat(submitted.done).hasSize(1);
    }

    @Test
    void aCallWithoutAnIdentifierReturnsTheGeneratedOne() throws Exception {
        String[] first = submit(SUSPEND, Map.of(), "", false);
        String[] second = submit(SUSPEND, Map.of(), null, false);

        assertThat(first[1]).matches("operation [0-9a-f-]{36}").isNotEqualTo(second[1]);
        assertThat(submitted.done).hasSize(2);
    }

    /**
     * Java parses other forms, too. The outcome would then be found under an identifier that the caller has not typed.
     */
    @Test
    void anIdentifierIsACanonicalOne() {
        for (String other :
                List.of("1-1-1-1-1", "some", "{" + ID + "}", ID.toString().replace("-", ""))) {
            refused("INVALID: operation is not a canonical UUID", () -> submit(SUSPEND, Map.of(), other, false));
        }
        nothingWasAsked();
    }

    @Test
    void anInvalidBatchIsRefusedWithTheLineOrTheStep() {
        refused("INVALID: batch is missing", () -> call("", new String[0], new byte[0][]));
        refused("INVALID: batch is missing", () -> call(null, new String[0], new byte[0][]));
        refused("INVALID: line 1: ", () -> call("no XML", new String[0], new byte[0][]));
        refused("INVALID: line 1: ", () -> call("<batch/>", new String[0], new byte[0][]));
        refused("INVALID: line 1: ", () -> submit("<suspendTenant tenant='" + TENANT + "'>", Map.of(), "", false));
        refused("INVALID: line 2: ", () -> submit("\n<formatDisk tenant='" + TENANT + "'/>", Map.of(), "", true));
        refused("INVALID: line 1: ", () -> submit("<suspendTenant tenant='acme'/>", Map.of(), "", false));
        refused(
                "INVALID: step 2: a password has 12 to 256 characters",
                () -> submit(
                        SUSPEND + "<addUser tenant='" + TENANT + "' login='alice' password='short'/>",
                        Map.of(),
                        "",
                        false));
        refused(
                "INVALID: step 1 is for 'acme', which no step before it makes",
                () -> submit("<suspendTenant tenant='#acme'/>", Map.of(), "", false));
        nothingWasAsked();
    }

    @Test
    void aTooLargeBatchIsRefused() {
        refused(
                "INVALID: a batch has at most " + BatchText.MAX_BYTES,
                () -> submit(" ".repeat(BatchText.MAX_BYTES), Map.of(), "", false));
        refused(
                "INVALID: a batch has at most " + Batch.MAX_STEPS,
                () -> submit(SUSPEND.repeat(Batch.MAX_STEPS + 1), Map.of(), "", false));
        // A file is sent once and named often; it would be in memory as often.
        byte[] large = new byte[10 << 20];
        refused(
                "INVALID: step 4: the archives and documents of a batch have at most",
                () -> call(text(DEPLOY.repeat(12)), new String[] {"orders.zip"}, new byte[][] {large}));
        nothingWasAsked();
    }

    @Test
    void onlyTheFilesOfTheCallAreRead() throws Exception {
        submit(DEPLOY, orders(), "", false);
        assertThat(submitted.done.get(0).steps().get(0).command())
                .isInstanceOfSatisfying(DeployAssembly.class, deploy -> assertThat(deploy.archive())
                        .isEqualTo(Content.of("orders".getBytes(UTF_8))));

        refused(
                "INVALID: no step names the archive 'drafts.zip'",
                () -> submit(DEPLOY, Map.of("orders.zip", "orders", "drafts.zip", "drafts"), "", false));
        refused(
                "INVALID: step 2: the archive 'orders.zip' was not given",
                () -> submit(SUSPEND + DEPLOY, Map.of(), "", false));
        refused(
                "INVALID: step 1: the archive '/etc/hostname' was not given",
                () -> submit(DEPLOY.replace("orders.zip", "/etc/hostname"), orders(), "", false));
        byte[] bytes = {1};
        String deploy = text(DEPLOY);
        refused("INVALID: there are as many names", () -> call(deploy, new String[0], new byte[][] {bytes}));
        refused("INVALID: there are as many names", () -> call(deploy, null, null));
        refused("INVALID: archiveNames is missing", () -> call(deploy, new String[1], new byte[][] {bytes}));
        refused(
                "INVALID: two archives are called 'orders.zip'",
                () -> call(deploy, new String[] {"orders.zip", "orders.zip"}, new byte[][] {bytes, {2}}));
        try (CapturedLog log = new CapturedLog()) {
            refused(
                    "INVALID: the archive 'orders.zip' is missing",
                    () -> call(deploy, new String[] {"orders.zip"}, new byte[1][]));
            assertThat(log.linesWith("ERROR"))
                    .as("a fault of the client is not logged")
                    .isEmpty();
        }
        assertThat(submitted.done).hasSize(1);
    }

    @Test
    void theDeclaredEncodingOfATextIsIgnored() throws Exception {
        String text = "<?xml version='1.0' encoding='ISO-8859-1'?>"
                + text("<removeUser tenant='" + TENANT + "' login='J\u00fcrgen'/>");

        call(text, new String[0], new byte[0][]);

        assertThat(submitted.done.get(0).steps())
                .containsExactly(new Batch.Step(new RemoveUser(THERE, UserRef.of("J\u00fcrgen"))));
    }

    @Test
    void aRefusalShowsNoPasswordAndNoInjectedLine() {
        String add = "<addUser tenant='" + TENANT + "' login='x&#10;&#x9B;2J' password='%s'/>";
        for (String password : List.of("Tom&Jerry-in-the-house", "Tom' Jerry-in-the-house", "Tom Jerry".repeat(99))) {
            assertThatThrownBy(() -> submit(add.formatted(password), Map.of(), "", false))
                    .hasStackTraceContaining("INVALID: ")
                    .hasMessageNotContaining("Jerry");
        }
        assertThatThrownBy(() -> submit(add.formatted("a long password").repeat(2), Map.of(), "", false))
                .hasStackTraceContaining("INVALID: step 2 ")
                .rootCause()
                .message()
                .doesNotContainPattern("\\p{Cc}");
        nothingWasAsked();
    }

    @Test
    void aBatchWithoutALoginIsRefused() {
        assertThatThrownBy(() -> server.invoke(batches, "submitBatch", arguments(SUSPEND), SIGNATURE))
                .hasStackTraceContaining("nobody is logged in");
        nothingWasAsked();
    }

    private static Object[] arguments(String steps) {
        return new Object[] {text(steps), new String[0], new byte[0][], "", false};
    }

    private void nothingWasAsked() {
        assertThat(submitted.planned).isEmpty();
        assertThat(submitted.done).isEmpty();
    }

    private static Map<String, String> orders() {
        return Map.of("orders.zip", "orders");
    }

    private static String text(String steps) {
        return "<batch xmlns='urn:esbmt:batch:1'>" + steps + "</batch>";
    }

    private String[] submit(String steps, Map<String, String> archives, String operation, boolean dryRun)
            throws Exception {
        List<String> names = List.copyOf(archives.keySet());
        byte[][] bytes =
                names.stream().map(name -> archives.get(name).getBytes(UTF_8)).toArray(byte[][]::new);
        return call(text(steps), names.toArray(String[]::new), bytes, operation, dryRun);
    }

    private String[] call(String text, String[] names, byte[][] archives) throws Exception {
        return call(text, names, archives, "", false);
    }

    private String[] call(String text, String[] names, byte[][] archives, String operation, boolean dryRun)
            throws Exception {
        Subject ada = new Subject();
        ada.getPrincipals().add(new UserPrincipal("ada"));
        PrivilegedExceptionAction<Object> call = () -> server.invoke(
                batches, "submitBatch", new Object[] {text, names, archives, operation, dryRun}, SIGNATURE);
        try {
            return (String[]) Subject.doAs(ada, call);
        } catch (PrivilegedActionException e) {
            throw e.getException();
        }
    }

    private static void refused(String begin, ThrowingCallable call) {
        assertThatThrownBy(call).rootCause().message().startsWith(begin);
    }

    /** Executes every batch once under each identifier, as the managers do. */
    private static final class Submitted implements Administration {
        private final List<Batch> planned = new ArrayList<>();
        private final List<Batch> done = new ArrayList<>();
        private final Map<UUID, Batch> journal = new TreeMap<>();
        private Administrator lastBy;

        @Override
        public <R> R execute(Administrator by, Command<R> command) throws AdministrationException {
            @SuppressWarnings("unchecked") // a batch is a command with a report
            R report = (R) submit(by, (Batch) command);
            return report;
        }

        private BatchReport submit(Administrator by, Batch batch) throws AdministrationException {
            UUID id = by.operation().orElseGet(UUID::randomUUID);
            Optional<Batch> before = Optional.ofNullable(journal.putIfAbsent(id, batch));
            if (before.isPresent()
                    && before.get().steps().size() != batch.steps().size()) {
                throw new AdministrationException(Reason.CONFLICT, "the identifier " + id + " is another request's");
            }
            if (before.isEmpty()) {
                done.add(batch);
            }
            return report(by, id, batch);
        }

        @Override
        public BatchReport dryRun(Administrator by, Batch batch) {
            planned.add(batch);
            return report(by, by.operation().orElseGet(UUID::randomUUID), batch);
        }

        private BatchReport report(Administrator by, UUID id, Batch batch) {
            lastBy = by;
            List<BatchReport.Done> steps = new ArrayList<>();
            for (int i = 1; i <= batch.steps().size(); i++) {
                steps.add(new BatchReport.Done(i, "step", "something", Optional.empty()));
            }
            return new BatchReport(id, steps, 0);
        }
    }
}
