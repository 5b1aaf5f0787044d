package org.esbmt.administration.shell.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.security.auth.Subject;
import javax.xml.namespace.QName;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.api.console.CommandLine;
import org.apache.karaf.shell.api.console.Completer;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.impl.action.command.ManagerImpl;
import org.apache.karaf.shell.impl.console.SessionFactoryImpl;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.QuotaAdministration;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.batch.BatchText;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.QuotaScope;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.internal.harness.CountedMessages;
import org.esbmt.administration.internal.harness.LoggedCluster;
import org.esbmt.administration.internal.harness.OneNode;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.harness.TestCertificates;
import org.esbmt.administration.shell.internal.assembly.AssemblyCompleter;
import org.esbmt.administration.shell.internal.batch.BatchSubmit;
import org.esbmt.administration.shell.internal.cluster.NodeCompleter;
import org.esbmt.administration.shell.internal.quota.ResourceCompleter;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;
import org.esbmt.administration.shell.internal.support.RoleCompleter;
import org.esbmt.administration.shell.internal.support.TenantCompleter;
import org.esbmt.administration.shell.internal.tenant.ContactCompleter;
import org.esbmt.management.api.traffic.Outcome;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.Acknowledgement;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.Health;
import org.esbmt.registry.api.configuration.Heartbeat;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.testing.FixedKeyMaterial;
import org.esbmt.registry.testing.configuration.InMemoryClusters;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.testing.x509.TestAuthority;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Typed lines in Karaf's real shell. */
class CommandsTest {
    private static final Administrator ADA = new Administrator("ada", "shell");

    @TempDir
    Path directory;

    @TempDir
    Path data;

    private PublishedServices services;
    private String login = "ada";
    private final ThreadIOImpl threadIo = new ThreadIOImpl();
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final Deque<String> typed = new ArrayDeque<>();
    private SessionFactoryImpl factory;
    private Session session;

    @BeforeEach
    void openConsole() throws Exception {
        threadIo.start();
        factory = new SessionFactoryImpl(threadIo);
        services = new PublishedServices(data, "ada");
        services.all().forEach(factory::register);
        ManagerImpl manager = new ManagerImpl(factory, factory);
        for (Class<?> service : services()) {
            manager.register(service);
        }
        openSession(new byte[0]);
    }

    private void openSession(byte[] input) {
        PrintStream out = new PrintStream(output, true, UTF_8);
        session = factory.create(new ByteArrayInputStream(input), out, out);
        session.currentDir(directory);
    }

    @AfterEach
    void closeConsole() {
        session.close();
        factory.stop();
        threadIo.stop();
    }

    @Test
    void aNewTenantsGeneratedPasswordIsShownOnce() throws Exception {
        String shown = run("esbmt:tenant-create --administrator boss acme 'Acme & Sons'");

        UserView boss = boss("acme");
        assertThat(tenant("acme").displayName()).isEqualTo("Acme & Sons");
        assertThat(shown).contains(tenant("acme").id().toString(), boss.id().toString());
        String password = generated(shown);
        assertThat(shown).containsOnlyOnce(password);
        assertThat(password).hasSizeGreaterThanOrEqualTo(20);
        assertThat(opens("acme/boss", password)).isTrue();
        assertThat(services.lastBy().map(Administrator::adapter)).contains("shell");
    }

    @Test
    void aPasswordIsReadFromAFileAndNotShown() throws Exception {
        Files.writeString(directory.resolve("secret"), "from the secret file\nmore\n", UTF_8);

        String shown = run("esbmt:tenant-create --administrator boss --password-file secret acme");

        assertThat(opens("acme/boss", "from the secret file")).isTrue();
        assertThat(shown).doesNotContain("from the secret file");
    }

    @Test
    void aPasswordIsAskedForTwiceAndNotShown() throws Exception {
        answerPrompts();
        typed.add("typed at the prompt");
        typed.add("typed at the prompt");

        String shown = run("esbmt:tenant-create --password-prompt --administrator boss acme");

        assertThat(opens("acme/boss", "typed at the prompt")).isTrue();
        assertThat(shown).doesNotContain("typed at the prompt");
    }

    @Test
    void twoDifferentPasswordsAreRefused() throws Exception {
        answerPrompts();
        typed.add("typed at the prompt");
        typed.add("typed at the promqt");

        refused("esbmt:tenant-create --password-prompt acme", "INVALID: the two passwords differ");
        assertThat(find("acme")).isEmpty();
    }

    @Test
    void withoutATerminalThePromptIsRefused() {
        refused("esbmt:tenant-create --password-prompt acme", "INVALID: this session has no terminal");
    }

    @Test
    void aShortPasswordIsRefusedWithTheRule() throws Exception {
        Files.writeString(directory.resolve("secret"), "short", UTF_8);

        refused("esbmt:tenant-create --password-file secret acme", "INVALID: a password has 12 to 256 characters");
    }

    @Test
    void tenantsAreListedByPagesAndStates() throws Exception {
        run("esbmt:tenant-create acme");
        run("esbmt:tenant-create globex");
        run("esbmt:tenant-suspend globex");

        assertThat(run("esbmt:tenant-list")).contains("acme", "globex", "SUSPENDED");
        assertThat(run("esbmt:tenant-list --state suspended"))
                .contains("globex")
                .doesNotContain("acme");
        assertThat(run("esbmt:tenant-list --name cm")).contains("acme").doesNotContain("globex");
        assertThat(run("esbmt:tenant-list --limit 1"))
                .contains("1 of 2, from 0 on")
                .containsPattern("(?m)The next ones: --after acme$");
        assertThat(run("esbmt:tenant-list --limit 1 --after acme"))
                .contains("globex")
                .doesNotContain("of 1", "The next ones");
        assertThat(run("esbmt:tenant-list --limit 1 --offset 1"))
                .contains("globex", "1 of 2, from 1 on")
                .doesNotContain("The next ones");
        refused("esbmt:tenant-list --limit 0", "INVALID: limit must be 1 to 1000");
        refused("esbmt:tenant-list --limit some", "INVALID: --limit must be a number");
        refused("esbmt:tenant-list --state asleep", "INVALID: a tenant's state is one of");
    }

    @Test
    void aTenantIsNamedByNameOrIdentifier() throws Exception {
        run("esbmt:tenant-create acme");
        String id = tenant("acme").id().toString();

        assertThat(run("esbmt:tenant-suspend " + id)).contains("acme is SUSPENDED");
        assertThat(run("esbmt:tenant-resume acme")).contains("acme is ACTIVE");
        assertThat(run("esbmt:tenant-show " + id)).contains("acme", "ACTIVE", "No service assemblies.");
        refused("esbmt:tenant-show nobody", "NOT_FOUND: there is no tenant 'nobody'");
        refused("esbmt:tenant-resume acme", "CONFLICT: ");
    }

    @Test
    void contactsOfATenantAreSetAndListed() throws Exception {
        run("esbmt:tenant-create acme");
        assertThat(run("esbmt:tenant-contacts acme")).contains("No contacts.");

        assertThat(run("esbmt:tenant-contact-set acme 'Anna Meyer' technical anna@acme.example"))
                .contains("Contact Anna Meyer of tenant acme is at revision 1.");
        run("esbmt:tenant-contact-set acme Desk SECURITY 110");
        assertThat(run("esbmt:tenant-contact-set acme 'Anna Meyer' BILLING '+49 30 1234567'"))
                .contains("is at revision 2.");
        assertThat(run("esbmt:tenant-contacts acme"))
                .containsPattern("Anna Meyer .*BILLING .*\\+49 30 1234567 .*2")
                .contains("SECURITY", "110")
                .doesNotContain("anna@acme.example");
        assertThat(run("esbmt:tenant-contact-remove --revision 1 acme Desk"))
                .contains("Contact Desk of tenant acme is gone.");
        assertThat(run("esbmt:tenant-contacts acme")).doesNotContain("Desk");
        refused(
                "esbmt:tenant-contact-remove acme Desk",
                "NOT_FOUND: tenant " + tenant("acme").id() + " has no contact 'Desk'");
        refused("esbmt:tenant-contact-set acme Zoe LEGAL zoe@acme.example", "INVALID: a contact's kind is one of");
        refused("esbmt:tenant-contact-set acme Zoe BILLING nowhere", "INVALID: a contact's address is");
        refused("esbmt:tenant-contacts nobody", "NOT_FOUND: there is no tenant 'nobody'");
    }

    @Test
    void servicesAreRegisteredShownAndRemoved() throws Exception {
        run("esbmt:tenant-create acme");
        run("esbmt:quota-grant acme REGISTERED_SERVICES 1");
        logIn("acme/admin");
        Files.writeString(directory.resolve("orders.wsdl"), wsdl("\u009b2J"), UTF_8);
        Files.writeString(directory.resolve("secure.xml"), "<Policy xmlns='http://www.w3.org/ns/ws-policy'/>", UTF_8);

        assertThat(run("esbmt:service-register --wsdl orders.wsdl acme '{urn:acme}Orders'"))
                .contains("Service {urn:acme}Orders, version 1 of tenant acme is at revision 1.");
        assertThat(run("esbmt:policy-attach acme '{urn:acme}Orders' secure secure.xml"))
                .contains("revision 2, with the policies [secure].");
        assertThat(run("esbmt:service-list --name rder acme")).contains("{urn:acme}Orders", "secure");
        assertThat(run("esbmt:service-list --namespace urn:other acme")).contains("No services.");
        assertThat(run("esbmt:service-show acme '{urn:acme}Orders'")).contains(wsdl("?2J"));
        assertThat(run("esbmt:service-show --policy secure acme '{urn:acme}Orders'"))
                .contains("<Policy xmlns=");
        assertThat(run("esbmt:policy-detach acme '{urn:acme}Orders' secure")).contains("revision 3.");
        assertThat(run("esbmt:service-update acme '{urn:acme}Orders'")).contains("revision 4.");
        refused(
                "esbmt:service-show acme '{urn:acme}Orders'",
                "NOT_FOUND: the service {urn:acme}Orders, version 1 has no WSDL");
        refused("esbmt:service-register --wsdl nothing.wsdl acme Bills", "NOT_FOUND: cannot read");
        refused("esbmt:service-register acme '{urn:acme'", "INVALID: ");
        assertThat(run("esbmt:service-unregister acme '{urn:acme}Orders'")).contains("is gone.");
        refused("esbmt:service-unregister --version 2 acme '{urn:acme}Orders'", "NOT_FOUND: ");
    }

    private static String wsdl(String documentation) {
        return "<definitions xmlns='http://schemas.xmlsoap.org/wsdl/'>" + documentation + "</definitions>";
    }

    @Test
    void presentAndFormerDeploymentsAreListed() throws Exception {
        logInAtNewTenant();
        deployOrders();
        run("esbmt:assembly-switch acme orders.zip");

        assertThat(run("esbmt:endpoint-list acme"))
                .contains(
                        "{urn:services}orders",
                        "/tenant-services/" + tenant("acme").id(),
                        "CONSUMER");
        assertThat(run("esbmt:assembly-history acme orders")).containsPattern("SWITCH .*20\\d\\d-.*T.*Z");
        assertThat(run("esbmt:assembly-history --limit 1 acme orders")).contains("1 of 2, from 0 on");
        assertThat(run("esbmt:deployment-list --at " + Instant.now() + " acme")).contains("orders");
        assertThat(run("esbmt:deployment-list --at 2006-11-22T09:14:03Z acme")).doesNotContain("orders");
        refused("esbmt:deployment-list --at yesterday acme", "INVALID: --at is a moment");
    }

    private void deployOrders() throws Exception {
        Files.writeString(directory.resolve("orders.zip"), "orders", UTF_8);
        run("esbmt:assembly-deploy acme orders.zip");
    }

    @Test
    void deployedAssembliesAreSentToTheNodesAgain() throws Exception {
        run("esbmt:tenant-create globex");
        logInAtNewTenant();
        deployOrders();
        logIn("ada");
        UUID id = new UUID(7, 7);

        assertThat(run("esbmt:resync --operation " + id + " acme orders"))
                .contains("Every node was told of 1 assemblies of tenant acme again", id.toString());
        assertThat(run("esbmt:resync globex")).contains("nothing was told");
    }

    @Test
    void rolesAreGivenAndTakenAndUsersRemoved() throws Exception {
        logInAtNewTenant();
        run("esbmt:user-add --role TENANT_OPERATOR --role tenant-user acme clerk");
        run("esbmt:user-add acme alice");

        assertThat(run("esbmt:user-list acme")).contains("TENANT_OPERATOR TENANT_USER", "TENANT_ADMIN");
        assertThat(run("esbmt:user-list --login cle acme")).contains("clerk").doesNotContain("alice");
        assertThat(run("esbmt:role-assign acme clerk tenant_auditor"))
                .contains("User clerk of tenant acme is TENANT_OPERATOR, TENANT_AUDITOR, TENANT_USER.");
        assertThat(run("esbmt:role-revoke acme clerk TENANT_USER")).contains("is TENANT_OPERATOR, TENANT_AUDITOR.");
        refused("esbmt:role-revoke acme alice TENANT_USER", "CONFLICT: ");
        refused("esbmt:role-assign acme alice SRE", "INVALID: a tenant's role is one of");
        assertThat(run("esbmt:user-password-revoke acme alice")).contains("alice of tenant acme has no password.");
        run("esbmt:user-password acme alice");
        assertThat(run("esbmt:default-admin-hand-over acme alice")).contains("alice of tenant acme is the default");
        logIn("ada");
        assertThat(run("esbmt:default-admin-assign acme admin")).contains("admin of tenant acme is the default");
        logIn("acme/admin");
        assertThat(run("esbmt:user-remove acme clerk")).contains("clerk of tenant acme is REVOKED.");
        assertThat(run("esbmt:user-list --state revoked acme"))
                .contains("clerk")
                .doesNotContain("alice");
        refused("esbmt:user-list --state gone acme", "INVALID: a user's state is one of");
    }

    @Test
    void usersOfTheInstallationHaveCommandsOfTheirOwn() throws Exception {
        Files.writeString(directory.resolve("secret"), "a long password of hers\n", UTF_8);

        String shown = run("esbmt:system-user-add --role sre --role system-auditor nina");
        assertThat(shown).contains("Added user nina of the installation").containsOnlyOnce(generated(shown));
        assertThat(opens("nina", generated(shown))).isTrue();
        assertThat(run("esbmt:system-user-password --password-file secret nina"))
                .doesNotContain("a long password");
        assertThat(opens("nina", "a long password of hers")).isTrue();
        assertThat(run("esbmt:system-role-assign nina SYSTEM_ADMIN"))
                .contains("User nina of the installation is SYSTEM_ADMIN, SRE, SYSTEM_AUDITOR.");
        assertThat(run("esbmt:system-role-revoke nina sre")).contains("is SYSTEM_ADMIN, SYSTEM_AUDITOR.");
        assertThat(run("esbmt:system-user-lock --revision 4 nina")).contains("nina of the installation is LOCKED.");
        assertThat(services.lastBy().orElseThrow().expectedRevision()).hasValue(4);
        assertThat(run("esbmt:system-user-list --login ni --state locked")).contains("nina", "LOCKED", "SYSTEM_ADMIN");
        assertThat(run("esbmt:system-user-unlock nina")).contains("is ACTIVE.");
        assertThat(run("esbmt:system-user-remove nina")).contains("is REVOKED.");
        refused("esbmt:system-user-lock noah", "NOT_FOUND: ");
        refused("esbmt:system-user-add --role TENANT_ADMIN noah", "INVALID: a role of the installation is one of");
        refused("esbmt:system-user-list --state gone", "INVALID: a user's state is one of");
    }

    @Test
    void usersAreAddedLockedUnlockedAndGivenPasswords() throws Exception {
        logInAtNewTenant();
        String before = generated(run("esbmt:user-add acme clerk"));
        assertThat(opens("acme/clerk", before)).isTrue();

        assertThat(run("esbmt:user-lock acme clerk")).contains("LOCKED");
        assertThat(run("esbmt:user-list acme")).contains("clerk", "LOCKED", "admin");
        assertThat(run("esbmt:user-unlock acme clerk")).contains("ACTIVE");
        String shown = run("esbmt:user-password acme clerk");
        assertThat(opens("acme/clerk", before)).isFalse();
        assertThat(opens("acme/clerk", generated(shown))).isTrue();
        refused("esbmt:user-lock acme nobody", "NOT_FOUND: the tenant has no user 'nobody'");
    }

    @Test
    void anAssemblyIsDeployedForOneUserByLoginOrIdentifier() throws Exception {
        run("esbmt:tenant-create --administrator boss acme");
        Files.writeString(directory.resolve("orders.zip"), "orders", UTF_8);
        Files.writeString(directory.resolve("stock.zip"), "stock", UTF_8);
        String boss = boss("acme").id().toString();
        logIn("acme/boss");

        refused("esbmt:assembly-deploy --user bob acme orders.zip", "NOT_FOUND: the tenant has no user 'bob'");
        refused("esbmt:assembly-deploy --user " + tenant("acme").id() + " acme orders.zip", "NOT_FOUND: ");
        assertThat(run("esbmt:assembly-deploy --user boss acme orders.zip")).contains("orders is STARTED");
        assertThat(run("esbmt:assembly-deploy --user " + boss + " acme stock.zip"))
                .contains("stock is STARTED");
        assertThat(run("esbmt:assembly-list acme")).containsPattern("orders .*" + boss + "(?s:.*)stock .*" + boss);
        assertThat(run("esbmt:tenant-show acme")).containsPattern("orders .*" + boss);
    }

    @Test
    void anAssemblyIsDeployedStoppedStartedAndRemoved() throws Exception {
        logInAtNewTenant();
        Files.writeString(directory.resolve("orders.zip"), "orders", UTF_8);

        assertThat(run("esbmt:assembly-deploy acme orders.zip")).contains("orders is STARTED");
        assertThat(run("esbmt:assembly-stop acme orders")).contains("STOPPED");
        assertThat(run("esbmt:assembly-shutdown acme orders")).contains("SHUTDOWN");
        assertThat(run("esbmt:assembly-start acme orders")).contains("STARTED");
        assertThat(run("esbmt:assembly-update acme orders.zip")).contains("STARTED");
        refused("esbmt:assembly-rollback acme orders", "CONFLICT: ");
        assertThat(run("esbmt:assembly-switch acme orders.zip")).contains("STARTED");
        assertThat(run("esbmt:assembly-list acme")).contains("orders", "unit (http-bc)", "d1+");
        assertThat(run("esbmt:assembly-rollback acme orders")).contains("STARTED");
        assertThat(run("esbmt:assembly-list acme")).containsPattern("STARTED\\W+d1 \\W+d1\\+\\W+r1 ");
        refused("esbmt:assembly-deploy acme orders.zip", "CONFLICT: ");
        refused("esbmt:assembly-deploy acme missing.zip", "NOT_FOUND: cannot read ");
        assertThat(run("esbmt:assembly-undeploy acme orders")).contains("gone");
        refused("esbmt:assembly-stop acme orders", "NOT_FOUND: ");
    }

    @Test
    void anArchiveIsWrittenForItsOwnerAndReplacesNoFile() throws Exception {
        logInAtNewTenant();
        deployOrders();
        Path there = Files.writeString(directory.resolve("there.zip"), "of somebody else", UTF_8);
        Files.createSymbolicLink(directory.resolve("nowhere.zip"), directory.resolve("made-through-a-link"));
        Files.createDirectory(directory.resolve("folder"));

        assertThat(run("esbmt:assembly-export acme orders out.zip")).contains("18 bytes", "out.zip");
        assertThat(directory.resolve("out.zip")).content().isEqualTo("ORIGINAL of orders");
        run("esbmt:assembly-export --rewritten acme orders new.zip");
        assertThat(directory.resolve("new.zip")).content().isEqualTo("REWRITTEN of orders");
        for (String file : List.of("there.zip", "nowhere.zip", "folder")) {
            refused("esbmt:assembly-export acme orders " + file, "CONFLICT: ");
        }
        assertThat(there).content().isEqualTo("of somebody else");
        refused("esbmt:assembly-export --force acme orders folder", "CONFLICT: ");
        refused("esbmt:assembly-export acme orders missing/out.zip", "NOT_FOUND: cannot write ");
        refused("esbmt:assembly-export acme others others.zip", "NOT_FOUND: ");
        run("esbmt:assembly-export --force acme orders there.zip");
        run("esbmt:assembly-export --force acme orders nowhere.zip");
        assertThat(directory.resolve("made-through-a-link")).doesNotExist();
        for (String file : List.of("out.zip", "new.zip", "there.zip", "nowhere.zip")) {
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(directory.resolve(file), LinkOption.NOFOLLOW_LINKS)))
                    .as(file)
                    .isEqualTo("rw-------");
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.toString().endsWith(".part"))).isEmpty();
        }
    }

    @Test
    void theAdministratorChangesTheirOwnPassword() throws Exception {
        answerPrompts();
        typed.add(PublishedServices.PASSWORD);
        typed.add("an entirely new one");
        typed.add("an entirely new one");

        assertThat(run("esbmt:admin-password")).contains("ada has a new password");
        assertThat(opens("ada", "an entirely new one")).isTrue();

        typed.add("not the current one");
        typed.add("an entirely new one");
        typed.add("an entirely new one");
        refused("esbmt:admin-password", "FORBIDDEN: ");
    }

    @Test
    void theStatusIsShort() throws Exception {
        run("esbmt:tenant-create acme");

        assertThat(run("esbmt:status")).contains("0.1.0", "reachable", "running", "1 ACTIVE", "none");
    }

    @Test
    void aSessionWithoutALoginIsRefused() {
        assertThatThrownBy(() -> session.execute("esbmt:tenant-list"))
                .isInstanceOf(CommandException.class)
                .hasMessage("FORBIDDEN: nobody is logged in in this session. It is for you to log in.");
        assertThat(services.lastBy()).isEmpty();
    }

    @Test
    void aRefusalIsOneSentenceWithoutAStackTrace() {
        refused("esbmt:tenant-show nobody", "NOT_FOUND");
    }

    @Test
    void theShellsOwnRefusalsAlsoNameThePersonToAct() throws Exception {
        Files.writeString(directory.resolve("wrong"), "another long password", UTF_8);
        run("esbmt:tenant-create acme");
        run("esbmt:quota-grant acme REGISTERED_SERVICES 10");
        String mend = ". It is for you to mend the request.";
        String there = ". It is for you to ask for something that is there.";

        refusedInFull("esbmt:tenant-show nobody", "NOT_FOUND: there is no tenant 'nobody'" + there);
        logIn("acme/admin");
        refusedInFull("esbmt:user-lock acme nobody", "NOT_FOUND: the tenant has no user 'nobody'" + there);
        refusedInFull(
                "esbmt:assembly-deploy acme missing.zip",
                "NOT_FOUND: cannot read " + directory.resolve("missing.zip")
                        + ". It is for you to name a file on the machine of the bus, or - and to send one.");
        logIn("ada");
        refusedInFull("esbmt:tenant-list --limit 0", "INVALID: limit must be 1 to 1000, but is 0" + mend);
        refusedInFull(
                "esbmt:tenant-suspend --revision some acme",
                "INVALID: --revision must be a number, but is 'some'" + mend);
        refusedInFull(
                "esbmt:contingent-grant acme USERS 1",
                "INVALID: a contingent is for one user (--user) or one role (--role)" + mend);
        refusedInFull(
                "esbmt:tenant-list --as acme/nobody --as-password-file wrong",
                "FORBIDDEN: no active user has that login and password. It is for you to give the right ones.");
        services.bus.tamper();
        refusedInFull(
                "esbmt:audit-verify acme",
                "BROKEN: at entry 2: entry 2 differs from the appended entry. It is for SYSTEM_AUDITOR or SYSTEM_ADMIN of the"
                        + " installation to compare it with heads that were kept.");
    }

    private void refusedInFull(String line, String message) {
        assertThatThrownBy(() -> run(line)).as(line).hasMessage(message);
    }

    @Test
    void everyCommandArgumentAndOptionIsDescribed() throws Exception {
        List<String> names = new ArrayList<>();
        for (Class<?> service : services()) {
            Command command = service.getAnnotation(Command.class);
            if (command == null) {
                continue;
            }
            names.add(command.name());
            assertThat(command.scope()).isEqualTo("esbmt");
            assertThat(command.description()).as(command.name()).endsWith(".");
            for (Class<?> c = service; c != Object.class; c = c.getSuperclass()) {
                Arrays.stream(c.getDeclaredFields()).forEach(field -> {
                    Argument argument = field.getAnnotation(Argument.class);
                    Option option = field.getAnnotation(Option.class);
                    assertThat(argument == null || argument.description().endsWith("."))
                            .as(field.toString())
                            .isTrue();
                    assertThat(option == null || option.description().endsWith("."))
                            .as(field.toString())
                            .isTrue();
                });
            }
        }
        assertThat(names)
                .containsExactlyInAnyOrder(
                        "batch-submit",
                        "token-create",
                        "token-list",
                        "token-revoke",
                        "certificate-register",
                        "certificate-list",
                        "certificate-revoke",
                        "access-credential-list",
                        "access-credential-revoke",
                        "user-certificate-list",
                        "user-certificate-register",
                        "user-certificate-revoke",
                        "key-generate",
                        "key-import",
                        "key-import-pem",
                        "key-request",
                        "key-certify",
                        "key-list",
                        "key-show",
                        "key-former",
                        "key-revoke",
                        "secret-set",
                        "partner-register",
                        "partner-list",
                        "partner-show",
                        "partner-revoke",
                        "issuer-add",
                        "issuer-keys",
                        "issuer-list",
                        "issuer-show",
                        "issuer-remove",
                        "authority-add",
                        "authority-list",
                        "authority-show",
                        "authority-remove",
                        "crl-upload",
                        "crl-show",
                        "user-subject-add",
                        "user-subject-list",
                        "user-subject-remove",
                        "secret-list",
                        "secret-remove",
                        "tenant-contacts",
                        "tenant-contact-set",
                        "tenant-contact-remove",
                        "service-register",
                        "service-update",
                        "service-unregister",
                        "service-list",
                        "service-show",
                        "policy-attach",
                        "policy-detach",
                        "endpoint-list",
                        "assembly-history",
                        "deployment-list",
                        "resync",
                        "role-assign",
                        "role-revoke",
                        "system-user-add",
                        "system-user-list",
                        "system-user-password",
                        "system-user-lock",
                        "system-user-unlock",
                        "system-user-remove",
                        "system-role-assign",
                        "system-role-revoke",
                        "user-remove",
                        "user-password-revoke",
                        "default-admin-hand-over",
                        "default-admin-assign",
                        "node-list",
                        "node-drain",
                        "node-remove",
                        "operation-show",
                        "operation-list",
                        "traffic-show",
                        "transaction-list",
                        "transaction-recover",
                        "transaction-retire",
                        "transaction-forget",
                        "who-am-i",
                        "tenant-create",
                        "tenant-list",
                        "tenant-show",
                        "tenant-suspend",
                        "tenant-resume",
                        "tenant-drain",
                        "tenant-purge",
                        "tenant-offboarding-request",
                        "tenant-offboarding-withdraw",
                        "default-admin-password",
                        "quota-list",
                        "quota-grant",
                        "quota-change",
                        "quota-revoke",
                        "contingent-list",
                        "contingent-grant",
                        "contingent-change",
                        "contingent-revoke",
                        "audit-list",
                        "audit-verify",
                        "user-add",
                        "user-list",
                        "user-password",
                        "user-lock",
                        "user-unlock",
                        "assembly-deploy",
                        "assembly-update",
                        "assembly-switch",
                        "assembly-rollback",
                        "assembly-undeploy",
                        "assembly-start",
                        "assembly-stop",
                        "assembly-shutdown",
                        "assembly-list",
                        "assembly-export",
                        "component-install",
                        "component-list",
                        "component-start",
                        "component-stop",
                        "component-shutdown",
                        "component-uninstall",
                        "component-configure",
                        "component-settings",
                        "library-list",
                        "library-uninstall",
                        "link-create",
                        "link-list",
                        "link-remove",
                        "admin-password",
                        "status");
    }

    @Test
    void componentsAreSetForAllNodesAndForOne() throws Exception {
        assertThat(run("esbmt:component-configure http-bc limit=5 'hosts=*@a:1, *@b:2'"))
                .contains("Component http-bc is set, at revision 1.");
        run("esbmt:component-configure --node " + OneNode.HERE + " http-bc limit=6");
        services.reportParts();
        assertThat(run("esbmt:component-settings http-bc").lines().filter(line -> line.contains("limit")))
                .singleElement()
                .asString()
                .contains("5", OneNode.HERE + " 6");
        assertThat(run("esbmt:component-settings http-bc")).contains("*@a:1, *@b:2", OneNode.HERE + " has it.");
        run("esbmt:component-configure --unset hosts http-bc");
        assertThat(run("esbmt:component-settings http-bc")).doesNotContain("*@a:1");
        refused("esbmt:component-configure http-bc limit", "INVALID: a setting is key=value");
        refused("esbmt:component-configure http-bc a=1 a=2", "INVALID: the key a stands twice");
        refused("esbmt:component-settings camel", "NOT_FOUND: ");
    }

    @Test
    void componentsAreInstalledMarkedTrustedStoppedAndRemoved() throws Exception {
        Files.writeString(directory.resolve("library.zip"), "lib-shared", UTF_8);
        Files.writeString(directory.resolve("component.zip"), "servicemix-eip", UTF_8);

        assertThat(run("esbmt:component-install library.zip")).contains("Shared library lib-shared", "trusted");
        assertThat(run("esbmt:component-install component.zip")).contains("Component servicemix-eip", "trusted");
        services.reportParts();
        assertThat(run("esbmt:component-list").lines().filter(line -> line.contains("servicemix-eip")))
                .singleElement()
                .asString()
                .contains("Started", "trusted", "00000000 Started");
        assertThat(run("esbmt:component-list").lines().filter(line -> line.contains("http-bc")))
                .singleElement()
                .asString()
                .doesNotContain("trusted");
        assertThat(run("esbmt:library-list")).contains("lib-shared", "trusted");
        assertThat(run("esbmt:library-list")).contains("Installed", "00000000 Installed");
        String operation = "11111111-1111-4111-8111-111111111111";
        assertThat(run("esbmt:component-stop --operation " + operation + " --revision 1 servicemix-eip"))
                .contains("is Stopped");
        refused("esbmt:component-stop --operation once servicemix-eip", "INVALID: --operation");
        assertThat(run("esbmt:component-shutdown servicemix-eip")).contains("is Shutdown");
        assertThat(run("esbmt:component-start servicemix-eip")).contains("is Started");
        assertThat(run("esbmt:component-uninstall servicemix-eip")).contains("is gone");
        assertThat(run("esbmt:library-uninstall lib-shared")).contains("is gone");
        refused("esbmt:component-start servicemix-eip", "NOT_FOUND: there is no component servicemix-eip");
        refused("esbmt:component-install nowhere.zip", "NOT_FOUND: cannot read");
        services.reportParts();
        assertThat(run("esbmt:library-list")).contains("No shared libraries.");
    }

    @Test
    void linksAreCreatedListedAndRemoved() throws Exception {
        run("esbmt:tenant-create acme");
        String id = tenant("acme").id().toString();

        assertThat(run("esbmt:link-create acme '{urn:old}Archive' endpoint"))
                .contains("Linked tenant " + id + " to plain endpoint endpoint of {urn:old}Archive");
        assertThat(run("esbmt:link-create --component servicemix-http acme '{urn:acme}Orders' soap"))
                .contains("component servicemix-http to endpoint soap of {urn:acme}Orders of tenant " + id);
        assertThat(run("esbmt:link-list")).contains("component servicemix-http", "{urn:old}Archive", "plain", id);
        assertThat(run("esbmt:link-list --offset 1 --limit 1"))
                .contains("component servicemix-http", "1 of 2, from 1 on; see --offset and --limit.")
                .doesNotContain("{urn:old}Archive");
        refused("esbmt:link-create acme '{urn:old}Archive' endpoint", "CONFLICT: there is this link already");
        refused("esbmt:link-create nobody '{urn:old}Archive' endpoint", "NOT_FOUND: there is no tenant 'nobody'");
        assertThat(run("esbmt:link-remove acme '{urn:old}Archive' endpoint")).contains("Not linked any more");
        refused("esbmt:link-remove acme '{urn:old}Archive' endpoint", "NOT_FOUND: there is no such link");
        assertThat(services.bus.links.links()).hasSize(1);
    }

    @Test
    void aTenantIsDrainedAndPurgedWithItsName() throws Exception {
        run("esbmt:tenant-create acme");

        assertThat(run("esbmt:tenant-drain acme")).contains("acme is DRAINING");
        refused("esbmt:tenant-purge acme globex", "INVALID: the tenant's name is acme");
        refused("esbmt:tenant-purge acme ACME", "INVALID: the tenant's name is acme");
        assertThat(tenant("acme").state()).isEqualTo(TenantView.State.DRAINING);
        String id = tenant("acme").id().toString();
        refused("esbmt:tenant-purge " + id + " " + id, "INVALID: the tenant's name is acme");
        assertThat(run("esbmt:tenant-purge " + id + " acme")).contains("acme is DELETED");
    }

    @Test
    void aTenantRequestsOffboardingWithItsNameAndWithdrawsTheRequest() throws Exception {
        run("esbmt:tenant-create acme");
        run("esbmt:tenant-suspend acme");

        logIn("acme/admin");

        refused("esbmt:tenant-offboarding-request acme globex", "INVALID: the tenant's name is acme");
        assertThat(run("esbmt:tenant-offboarding-request acme acme")).contains("acme is OFFBOARDING");
        refused("esbmt:tenant-offboarding-request acme acme", "CONFLICT:");
        assertThat(run("esbmt:tenant-offboarding-withdraw acme")).contains("acme is SUSPENDED");
        refused("esbmt:tenant-offboarding-withdraw acme", "CONFLICT:");
    }

    // --- batches

    @Test
    void aBatchIsSubmittedWithTheFilesBesideIt() throws Exception {
        Files.createDirectory(directory.resolve("archives"));
        Files.writeString(directory.resolve("archives/orders.zip"), "orders", UTF_8);
        logInAtNewTenant();
        batch("<deploy tenant='" + tenant("acme").id() + "' archive='archives/orders.zip'/>");
        UUID id = UUID.randomUUID();

        String shown = run("esbmt:batch-submit --operation " + id + " batch.xml");

        Batch submitted = services.given(Batch.class).get(0);
        assertThat(services.given(Batch.class)).hasSize(1);
        assertThat(submitted.steps().get(0).command())
                .isInstanceOfSatisfying(DeployAssembly.class, deploy -> assertThat(deploy.archive())
                        .isEqualTo(Content.of("orders".getBytes(UTF_8))));
        assertThat(services.lastBy()).contains(new Administrator("acme/admin", "shell").asking(id));
        assertThat(shown)
                .contains("1. deployAssembly on assembly orders")
                .contains("Done: 1 steps, 1 of them left to the nodes, as operation " + id);
        assertThat(run("esbmt:assembly-list acme")).contains("orders");
    }

    @Test
    void aDryRunPrintsThePlanAndSubmitsNothing() throws Exception {
        run("esbmt:tenant-create acme");
        String id = tenant("acme").id().toString();
        batch("<suspendTenant tenant='" + id + "'/><drainTenant tenant='" + id + "'/>");

        String shown = run("esbmt:batch-submit --dry-run batch.xml");

        assertThat(shown).contains("1. suspendTenant on", "2. drainTenant on", "Would be done: 2 steps");
        assertThat(shown).doesNotContain("Done:");
        assertThat(services.given(Batch.class)).hasSize(1);
        assertThat(tenant("acme").state()).isEqualTo(TenantView.State.ACTIVE);
    }

    @Test
    void anInvalidBatchIsRefusedWithTheLineOrTheStep() throws Exception {
        batch("\n\n<nothing/>");
        refused("esbmt:batch-submit batch.xml", "INVALID: line 3: ");
        batch("<suspendTenant tenant='" + SOMEONE + "'>");
        refused("esbmt:batch-submit batch.xml", "INVALID: line 1: ");
        batch("<addUser tenant='" + SOMEONE + "' login='alice' password='short'/>");
        refused("esbmt:batch-submit --dry-run batch.xml", "INVALID: step 1: a password has 12 to 256 characters");
        batch("<suspendTenant tenant='" + SOMEONE + "'/>");
        refused("esbmt:batch-submit --operation some batch.xml", "INVALID: --operation must be a UUID");
        refused("esbmt:batch-submit --operation 1-1-1-1-1 batch.xml", "INVALID: --operation must be a UUID");
        assertThat(services.given(Batch.class)).isEmpty();
    }

    @Test
    void aMissingFileOfABatchIsNamedAndNoFileElsewhereIsRead() throws Exception {
        refused("esbmt:batch-submit batch.xml", "NOT_FOUND: cannot read " + directory.resolve("batch.xml"));
        batch("<deploy tenant='" + SOMEONE + "' archive='orders.zip'/>");
        refused("esbmt:batch-submit batch.xml", "NOT_FOUND: step 1: cannot read " + directory.resolve("orders.zip"));
        Files.createDirectory(directory.resolve("folder"));
        batch("<deploy tenant='" + SOMEONE + "' archive='folder'/>");
        refused("esbmt:batch-submit batch.xml", "NOT_FOUND: step 1: cannot read " + directory.resolve("folder"));
        for (String elsewhere : List.of("/etc/hostname", "../secret", "folder/../../secret", "..")) {
            batch("<deploy tenant='" + SOMEONE + "' archive='" + elsewhere + "'/>");
            refused(
                    "esbmt:batch-submit batch.xml",
                    "INVALID: step 1: the file '" + elsewhere + "' is not beside the batch");
        }
        assertThat(services.given(Batch.class)).isEmpty();
    }

    @Test
    void anArchiveAndItsSendersPasswordAreSentInPlaceOfFiles() throws Exception {
        logInAtNewTenant();
        send("orders".getBytes(UTF_8));
        assertThat(run("esbmt:assembly-deploy acme -")).contains("orders is STARTED");
        logIn("ada");
        send("a long enough password\r\n".getBytes(UTF_8));
        assertThat(run("esbmt:tenant-create --administrator boss --password-file - globex"))
                .doesNotContain("a long enough");
        assertThat(opens("globex/boss", "a long enough password")).isTrue();
        logIn("globex/boss");
        send("another long password\r\norders".getBytes(UTF_8));
        assertThat(run("esbmt:user-add --password-file - globex clerk")).doesNotContain("another long");
        assertThat(opens("globex/clerk", "another long password")).isTrue();
        assertThat(run("esbmt:assembly-deploy globex -")).contains("orders is STARTED");
        refused("esbmt:assembly-update globex -", "INVALID: nothing was sent for '-'");
    }

    @Test
    void aBatchIsSentWithItsFilesAndReadsNoneOfThisMachine() throws Exception {
        logInAtNewTenant();
        String text = batchText("<deploy tenant='" + tenant("acme").id() + "' archive='in/orders.zip'/>");
        Files.createDirectory(directory.resolve("in"));
        Files.writeString(directory.resolve("in/orders.zip"), "of this machine", UTF_8);

        send(text.getBytes(UTF_8));
        refused("esbmt:batch-submit -", "NOT_FOUND: step 1: the zip file that was sent has no in/orders.zip in it");
        send(zip(Map.of("batch.xml", text, "other.zip", "sent")));
        refused("esbmt:batch-submit -", "NOT_FOUND: step 1: the zip file that was sent has no in/orders.zip in it");
        send(zip(Map.of("in/orders.zip", "sent")));
        refused("esbmt:batch-submit -", "INVALID: the zip file has no batch.xml in it");
        assertThat(services.given(Batch.class)).isEmpty();

        send(zip(Map.of("batch.xml", text, "in/orders.zip", "sent")));
        assertThat(run("esbmt:batch-submit -")).contains("Done: 1 steps");
        assertThat(services.given(Batch.class)).hasSize(1);
        assertThat(services.given(Batch.class).get(0).toString()).doesNotContain("of this machine");
    }

    @Test
    void aSentBatchIsBounded() throws Exception {
        send("<".repeat(BatchText.MAX_BYTES + 1).getBytes(UTF_8));
        refused("esbmt:batch-submit -", "INVALID: the text that was sent is larger than a batch may be");
        send(zip(Map.of("batch.xml", "<".repeat((int) (BatchText.MAX_BYTES + BatchText.MAX_ARCHIVES_BYTES) + 1))));
        refused("esbmt:batch-submit -", "INVALID: the content of the zip file is larger than a batch may be");
    }

    private static byte[] zip(Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void aTooLargeFileOfABatchIsNotRead() throws Exception {
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("batch.xml").toFile(), "rw")) {
            file.setLength(BatchText.MAX_BYTES + 1L);
        }
        refused("esbmt:batch-submit batch.xml", "INVALID: " + directory.resolve("batch.xml") + " is larger");
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("orders.zip").toFile(), "rw")) {
            file.setLength(BatchText.MAX_ARCHIVES_BYTES + 1);
        }
        batch("<deploy tenant='" + SOMEONE + "' archive='orders.zip'/>");
        refused("esbmt:batch-submit batch.xml", "INVALID: step 1: the file 'orders.zip' is larger");
    }

    private static final String SOMEONE = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6";

    private void batch(String steps) throws IOException {
        Files.writeString(directory.resolve("batch.xml"), batchText(steps), UTF_8);
    }

    private static String batchText(String steps) {
        return "<batch xmlns='urn:esbmt:batch:1'>" + steps + "</batch>";
    }

    // --- identifiers and revisions

    @Test
    void aRequestHasTheTypedIdentifierAndRevision() throws Exception {
        run("esbmt:tenant-create acme");
        UUID id = UUID.randomUUID();

        run("esbmt:tenant-suspend --operation " + id + " --revision 1 acme");

        assertThat(services.lastBy()).contains(ADA.asking(id).expecting(1));
        run("esbmt:tenant-resume acme");
        assertThat(services.lastBy()).contains(ADA);
    }

    /** {@code ChangesTest} checks the refusal of a new entry with a revision. */
    @Test
    void onlyCommandsThatCompareARevisionHaveTheOption() throws Exception {
        Set<String> offering = new TreeSet<>();
        for (Class<?> service : services()) {
            Command command = service.getAnnotation(Command.class);
            if (command != null && options(command.name()).contains("--revision")) {
                offering.add(command.name());
                assertThat(typed(service, "--revision", "7")).as(command.name()).isEqualTo(ADA.expecting(7));
            }
        }

        assertThat(offering)
                .containsExactlyInAnyOrder(
                        "tenant-suspend",
                        "tenant-resume",
                        "tenant-drain",
                        "tenant-purge",
                        "tenant-contact-set",
                        "tenant-contact-remove",
                        "tenant-offboarding-request",
                        "tenant-offboarding-withdraw",
                        "default-admin-password",
                        "default-admin-assign",
                        "default-admin-hand-over",
                        "user-password",
                        "user-password-revoke",
                        "user-lock",
                        "user-unlock",
                        "user-remove",
                        "role-assign",
                        "role-revoke",
                        "system-user-password",
                        "system-user-lock",
                        "system-user-unlock",
                        "system-user-remove",
                        "system-role-assign",
                        "system-role-revoke",
                        "assembly-update",
                        "assembly-switch",
                        "assembly-rollback",
                        "assembly-undeploy",
                        "assembly-start",
                        "assembly-stop",
                        "assembly-shutdown",
                        "service-update",
                        "service-unregister",
                        "policy-attach",
                        "policy-detach",
                        "quota-change",
                        "quota-revoke",
                        "contingent-change",
                        "contingent-revoke",
                        "component-start",
                        "component-stop",
                        "component-shutdown",
                        "component-uninstall",
                        "component-configure",
                        "library-uninstall",
                        "admin-password");
    }

    @Test
    void commandsWithoutARevisionAreRepeatableAndQueriesAreNot() throws Exception {
        for (String command : List.of(
                "tenant-create",
                "user-add",
                "system-user-add",
                "assembly-deploy",
                "service-register",
                "component-install",
                "quota-grant",
                "contingent-grant",
                "link-create",
                "link-remove",
                "resync",
                "node-drain",
                "node-remove")) {
            assertThat(options(command))
                    .as("%s, without an earlier revision", command)
                    .contains("--operation")
                    .doesNotContain("--revision");
        }
        for (Class<?> service : services()) {
            Command command = service.getAnnotation(Command.class);
            if (command != null
                    && !service.equals(BatchSubmit.class)
                    && options(command.name()).contains("--operation")) {
                assertThat(typed(service, "--operation", new UUID(7, 7).toString()))
                        .as(command.name())
                        .isEqualTo(ADA.asking(new UUID(7, 7)));
            }
        }
        for (String command : List.of(
                "tenant-list",
                "tenant-show",
                "user-list",
                "assembly-list",
                "assembly-export",
                "quota-list",
                "contingent-list",
                "audit-list",
                "audit-verify",
                "status")) {
            assertThat(options(command)).as(command).doesNotContain("--operation", "--revision");
        }
    }

    @Test
    void anInvalidIdentifierAndAnInvalidRevisionAreRefused() throws Exception {
        run("esbmt:tenant-create acme");

        refused("esbmt:tenant-suspend --operation some acme", "INVALID: --operation must be a UUID");
        refused("esbmt:tenant-suspend --operation 1-1-1-1-1 acme", "INVALID: --operation must be a UUID");
        refused("esbmt:tenant-suspend --revision some acme", "INVALID: --revision must be a number");
        refused("esbmt:tenant-suspend --revision -1 acme", "INVALID: --revision must be 0 or more");
        assertThat(tenant("acme").state()).isEqualTo(TenantView.State.ACTIVE);
    }

    @Test
    void anIdentifierGeneratesNoPasswordThatIsNotSet() throws Exception {
        Files.writeString(directory.resolve("secret"), "from the secret file", UTF_8);
        UUID id = UUID.randomUUID();

        refused("esbmt:tenant-create --operation " + id + " acme", "INVALID: with --operation no password");
        assertThat(find("acme")).isEmpty();
        run("esbmt:tenant-create --operation " + id + " --password-file secret acme");
        assertThat(tenant("acme").name()).isEqualTo("acme");
    }

    @Test
    void revisionsAreShown() throws Exception {
        run("esbmt:tenant-create acme");
        run("esbmt:tenant-suspend acme");

        assertThat(run("esbmt:tenant-show acme")).containsPattern("Revision +2\\R");
        run("esbmt:tenant-resume acme");
        logIn("acme/admin");
        deployOrders();
        assertThat(run("esbmt:assembly-list acme")).containsPattern("Revision\\s[^$]*orders .* 1");
        assertThat(run("esbmt:user-list acme")).containsPattern("Revision\\s[^$]*admin .* 1");
    }

    @Test
    void assembliesAreShownPageByPage() throws Exception {
        logInAtNewTenant();
        for (String name : List.of("orders", "stock", "bills")) {
            Files.writeString(directory.resolve("a.zip"), name, UTF_8);
            run("esbmt:assembly-deploy acme a.zip");
        }

        for (String command : List.of("assembly-list", "tenant-show")) {
            assertThat(run("esbmt:" + command + " --offset 1 --limit 1 acme"))
                    .contains("1 of 3, from 1 on; see --offset and --limit.");
            assertThat(run("esbmt:" + command + " acme"))
                    .contains("orders", "stock", "bills")
                    .doesNotContain("--offset");
            refused("esbmt:" + command + " --limit 0 acme", "INVALID: limit must be 1 to 1000");
        }
    }

    // --- as a user of a tenant

    @Test
    void aTenantsOwnDataIsReachedAsOneOfItsUsersWithTheirPassword() throws Exception {
        Files.writeString(directory.resolve("secret"), "boss's long password\nsecond line", UTF_8);
        run("esbmt:tenant-create --administrator boss --password-file secret acme");
        Files.writeString(directory.resolve("orders.zip"), "orders", UTF_8);

        assertThat(run("esbmt:assembly-deploy --as acme/boss --as-password-file secret acme orders.zip"))
                .contains("Assembly orders is STARTED")
                .doesNotContain("long password");
        assertThat(services.lastBy()).contains(new Administrator("acme/boss", "shell of ada"));
        answerPrompts();
        typed.add("boss's long password");
        assertThat(run("esbmt:assembly-stop --as acme/boss acme orders")).contains("Assembly orders is STOPPED");
        run("esbmt:assembly-list acme");
        assertThat(services.lastBy()).as("nothing of it stays").contains(ADA);
    }

    @Test
    void aWrongPasswordOfThatUserIsRefusedBeforeAnyOperation() throws Exception {
        Files.writeString(directory.resolve("secret"), "boss's long password", UTF_8);
        Files.writeString(directory.resolve("wrong"), "another long password", UTF_8);
        Files.writeString(directory.resolve("empty"), "", UTF_8);
        run("esbmt:tenant-create --administrator boss --password-file secret acme");
        Optional<Administrator> before = services.lastBy();

        for (String as : List.of(
                "--as acme/boss --as-password-file wrong",
                "--as acme/boss --as-password-file empty",
                "--as acme/nobody --as-password-file secret",
                "--as nowhere/boss --as-password-file secret",
                "--as boss --as-password-file secret",
                "--as 'acme/boss; true' --as-password-file secret")) {
            refused("esbmt:assembly-list " + as + " acme", "FORBIDDEN: no active user has that login and password");
        }
        refused("esbmt:assembly-list --as acme/boss --as-password-file none acme", "NOT_FOUND: cannot read");
        refused("esbmt:assembly-list --as-password-file secret acme", "INVALID: --as-password-file is for --as");
        refused("esbmt:assembly-list --as acme/boss acme", "INVALID: this session has no terminal");
        assertThat(services.lastBy()).isEqualTo(before);
    }

    @Test
    void everyCommandHasTheOptionAndNoneHasAPasswordAsAnArgument() throws Exception {
        for (Class<?> service : services()) {
            Command command = service.getAnnotation(Command.class);
            if (command != null) {
                assertThat(options(command.name())).contains("--as", "--as-password-file");
                assertThat(options(command.name())).doesNotContain("--password", "--as-password");
            }
        }
    }

    @Test
    void aTokenIsCreatedShownOnceListedAndRevoked() throws Exception {
        String created = run("esbmt:token-create --part TENANTS --part AUDIT --days 7 deploy");
        assertThat(created).containsPattern("Token, which is not shown again: esbmt_[A-Za-z0-9_-]{43}");
        String id = created.replaceAll("(?s).*identifier ([0-9a-f-]{36}).*", "$1");

        assertThat(run("esbmt:token-list"))
                .contains("deploy", "TENANTS AUDIT, reads", id)
                .doesNotContain("esbmt_");
        assertThat(run("esbmt:access-credential-list")).contains("ada", "TOKEN", id);
        assertThat(run("esbmt:certificate-list")).contains("No certificates.");
        refused("esbmt:token-create --days 367 deploy", "INVALID: days must be 1 to 366");
        refused("esbmt:token-create --part ALL deploy", "INVALID: a part of administration is one of");
        refused("esbmt:token-revoke " + new UUID(7, 7), "NOT_FOUND: there is no such token");

        assertThat(run("esbmt:token-revoke " + id)).contains("is revoked");
        refused("esbmt:access-credential-revoke " + id, "NOT_FOUND: there is no such token");
    }

    @Test
    void aCertificateIsRegisteredFromAFile() throws Exception {
        Files.writeString(directory.resolve("laptop.pem"), TestCertificates.LAPTOP, UTF_8);
        Files.writeString(directory.resolve("weak.pem"), TestCertificates.WEAK, UTF_8);

        String registered = run("esbmt:certificate-register --changes laptop laptop.pem");

        String id = registered.replaceAll("(?s).*identifier ([0-9a-f-]{36}).*", "$1");
        assertThat(run("esbmt:certificate-list")).contains("laptop", "all, changes", id);
        refused("esbmt:certificate-register other weak.pem", "INVALID: the certificate's key is");
        refused("esbmt:certificate-register other none.pem", "NOT_FOUND: cannot read");
        run("esbmt:certificate-revoke " + id);
    }

    @Test
    void aCertificateOfASenderIsRegisteredFromFilesListedAndRevoked() throws Exception {
        run("esbmt:tenant-create --administrator boss acme");
        String user = boss("acme").id().toString();
        TestCertificate mill = TestCertificate.Content.of(TestCertificate.ec("secp256r1"), "SHA256withECDSA")
                .validity(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60))
                .make();
        Files.writeString(directory.resolve("mill.pem"), mill.pem(), UTF_8);
        Files.writeString(directory.resolve("mill.req"), mill.request(user), UTF_8);
        String digest = CertificateDigest.of(mill.der()).toString();
        String register = "esbmt:user-certificate-register acme " + user + " 'mill 2026' mill.pem ";

        assertThat(run(register + "mill.req")).contains("of user boss, SHA-256 " + digest);
        assertThat(run("esbmt:user-certificate-list --user " + user + " --name 2026 --state EXPIRING acme"))
                .contains("boss", "mill 2026", "EXPIRING", "EC P-256", digest)
                .contains("Within 30 days 1 certificate ends. Register the next ones before.");
        refused(register + "mill.req", "CONFLICT: This certificate is registered already, or was revoked");
        refused(register + "mill.pem", "INVALID: the request is not one request of PKCS#10");
        refused(register + "none.req", "NOT_FOUND: cannot read");
        refused("esbmt:user-certificate-list --state OLD acme", "INVALID: a certificate's state is one of");

        String fingerprint = digest.toUpperCase(Locale.ROOT).replaceAll("(..)(?!$)", "$1:");
        assertThat(run("esbmt:user-certificate-revoke acme " + fingerprint))
                .contains("The certificate " + digest + " is revoked");
        refused("esbmt:user-certificate-revoke acme " + digest, "NOT_FOUND: there is no such certificate");
        assertThat(run("esbmt:user-certificate-list acme")).contains("REVOKED").doesNotContain("Within 30 days");
    }

    @Test
    void anAuthorityIsAddedAndItsListRevokesAPartner() throws Exception {
        Files.writeString(directory.resolve("secret"), "a boss's long password", UTF_8);
        run("esbmt:tenant-create --administrator boss --password-file secret acme");
        TestAuthority root = TestAuthority.make("Root");
        TestCertificate mill = root.issue("mill");
        Files.writeString(directory.resolve("root.pem"), root.pem(), UTF_8);
        Files.writeString(directory.resolve("mill.pem"), mill.pem(), UTF_8);
        Files.write(
                directory.resolve("root.crl"),
                FixedKeyMaterial.revocations(
                        7, Instant.now(), mill.certificate().getSerialNumber()));
        String asBoss = " --as acme/boss --as-password-file secret acme ";

        assertThat(run("esbmt:authority-list acme")).contains("No authorities.");
        assertThat(run("esbmt:authority-add" + asBoss + "root root.pem")).contains("of CN=Root until");
        run("esbmt:partner-register" + asBoss + "mill mill.pem");
        refused("esbmt:crl-show acme root", "NOT_FOUND: authority 'root'");
        assertThat(run("esbmt:crl-upload" + asBoss + "root root.crl"))
                .contains("has the CRL 7 with 1 entries until", "Revoked: partner mill");
        assertThat(run("esbmt:crl-show acme root")).contains("CRL 7 of authority root", "Revoked: partner mill");
        assertThat(run("esbmt:authority-list acme")).contains("root", "7 until");
        assertThat(run("esbmt:authority-show acme root")).contains("CRL: 7 until", "BEGIN CERTIFICATE");
        refused("esbmt:crl-upload" + asBoss + "root mill.pem", "INVALID: the file is no X.509 CRL");
        assertThat(run("esbmt:authority-remove" + asBoss + "root")).contains("is removed");
        refused("esbmt:authority-show acme root", "NOT_FOUND: tenant");
    }

    @Test
    void aTenantsAdministratorGetsAnotherPasswordAndIsUnlocked() throws Exception {
        run("esbmt:tenant-create --administrator boss acme");
        services.bus.lock(tenant("acme").id(), boss("acme").id());
        Files.writeString(directory.resolve("secret"), "from the secret file", UTF_8);

        assertThat(run("esbmt:default-admin-password --password-file secret acme"))
                .contains("administrator of tenant acme is boss, is ACTIVE and has a new password")
                .doesNotContain("secret file");
        assertThat(opens("acme/boss", "from the secret file")).isTrue();
        assertThat(run("esbmt:default-admin-password acme")).contains("Password of boss, which is not shown again: ");
    }

    // --- quotas, contingents, audit

    @Test
    void quotasAreGrantedChangedListedAndRevoked() throws Exception {
        run("esbmt:tenant-create acme");

        assertThat(run("esbmt:quota-grant --soft 8 acme registered-services 10"))
                .contains("Quota REGISTERED_SERVICES of tenant acme is 10, revision 1.");
        UUID cluster = services.bus.node.cluster();
        refused(
                "esbmt:quota-grant --burst 50 --cluster " + cluster + " --component http-bc acme MESSAGES 5",
                "INVALID: this version");
        assertThat(services.given(GrantQuota.class))
                .last()
                .isEqualTo(new GrantQuota(
                        new TenantRef.Known(tenant("acme").id()),
                        new QuotaScope(Resource.MESSAGES, Optional.of(cluster), Optional.of("http-bc")),
                        new Limit(5, OptionalLong.empty(), OptionalLong.of(50))));
        services.grantAsAnEarlierVersion(tenant("acme").id(), new Limit(5, OptionalLong.empty(), OptionalLong.of(50)));
        assertThat(run("esbmt:quota-list acme"))
                .containsPattern("USERS +\\| 1 +\\| 10 +\\| +\\|")
                .containsPattern("REGISTERED_SERVICES +\\| 0 +\\| 10 +\\| 8 +\\|")
                .containsPattern("MESSAGES .* 50 .*" + cluster + ".*http-bc");
        refused("esbmt:quota-change --revision 4 acme REGISTERED_SERVICES 20", "STALE: ");
        assertThat(run("esbmt:quota-change --revision 1 acme REGISTERED_SERVICES 20"))
                .contains("is 20, revision 2.");
        assertThat(run("esbmt:quota-revoke acme REGISTERED_SERVICES"))
                .contains("Quota REGISTERED_SERVICES of tenant acme is gone.");
        refused("esbmt:quota-revoke acme REGISTERED_SERVICES", "NOT_FOUND: ");
        refused("esbmt:quota-grant acme coffee 1", "INVALID: a resource is one of [SERVICE_ASSEMBLIES, ");
        refused("esbmt:quota-grant acme REGISTERED_SERVICES many", "INVALID: the hard limit must be a number");
        refused("esbmt:quota-grant --soft -1 acme REGISTERED_SERVICES 5", "INVALID: --soft must be 0 or more");
        refused(
                "esbmt:quota-grant --soft 9 acme REGISTERED_SERVICES 5",
                "INVALID: a soft limit is not above the hard one");
        refused("esbmt:quota-grant --cluster here acme REGISTERED_SERVICES 5", "INVALID: --cluster must be a UUID");
        refused("esbmt:quota-grant nobody REGISTERED_SERVICES 5", "NOT_FOUND: there is no tenant 'nobody'");
    }

    /** Every tenant has a quota of users. */
    @Test
    void anEmptyListOfQuotasIsNamed() throws Exception {
        run("esbmt:tenant-create acme");
        factory.unregister(services.of(QuotaAdministration.class));
        factory.register(new QuotaAdministration() {
            @Override
            public QuotaView find(Administrator by, QuotaId quota) {
                throw new IllegalStateException("not asked for");
            }

            @Override
            public List<QuotaView> list(Administrator by, TenantId tenant) {
                return List.of();
            }
        });

        assertThat(run("esbmt:quota-list acme")).contains("No quotas.");
    }

    @Test
    void aRepeatedGrantShowsTheQuotaOfTheFirstTime() throws Exception {
        run("esbmt:tenant-create acme");
        String grant = "esbmt:quota-grant --operation " + UUID.randomUUID() + " acme REGISTERED_SERVICES 10";

        String first = run(grant);
        run("esbmt:quota-change acme REGISTERED_SERVICES 20");

        assertThat(run(grant)).isEqualTo(first);
        refused("esbmt:quota-grant acme REGISTERED_SERVICES 10", "CONFLICT: ");
    }

    @Test
    void contingentsAreHandedOutToUsersAndRoles() throws Exception {
        run("esbmt:tenant-create --administrator boss acme");
        String boss = boss("acme").id().toString();
        logIn("acme/boss");

        assertThat(run("esbmt:contingent-list acme")).contains("No contingents.");
        assertThat(run("esbmt:contingent-grant --user boss acme ENDPOINTS 4"))
                .contains("The contingent of user " + boss + " in quota ENDPOINTS of tenant acme is 4, revision 1.");
        assertThat(run("esbmt:contingent-grant --role tenant-operator acme ENDPOINTS 4"))
                .contains("role TENANT_OPERATOR");
        assertThat(run("esbmt:contingent-change --revision 1 --user " + boss + " acme ENDPOINTS 6"))
                .contains("is 6, revision 2.");
        assertThat(run("esbmt:contingent-list acme"))
                .containsPattern("ENDPOINTS .*user " + boss + ".* 6 ")
                .containsPattern("ENDPOINTS .*role TENANT_OPERATOR.* 4 ");
        assertThat(run("esbmt:contingent-list --offset 1 --limit 1 acme"))
                .contains("1 of 2, from 1 on; see --offset and --limit.");
        refused("esbmt:contingent-list --limit 1001 acme", "INVALID: limit must be 1 to 1000");
        refused("esbmt:contingent-change --revision 1 --user boss acme ENDPOINTS 7", "STALE: ");
        refused("esbmt:contingent-grant --role TENANT_USER acme ENDPOINTS 11", "EXCEEDED: ");
        refused("esbmt:contingent-grant acme ENDPOINTS 1", "INVALID: a contingent is for one user");
        refused("esbmt:contingent-grant --user boss --role TENANT_USER acme ENDPOINTS 1", "INVALID: a contingent is");
        refused("esbmt:contingent-grant --role SYSTEM_ADMIN acme ENDPOINTS 1", "INVALID: a tenant's role is one of");
        refused("esbmt:contingent-grant --user nobody acme ENDPOINTS 1", "NOT_FOUND: the tenant has no user 'nobody'");
        assertThat(run("esbmt:contingent-revoke --user boss acme ENDPOINTS")).contains("is gone.");
        refused("esbmt:contingent-revoke --user boss acme ENDPOINTS", "NOT_FOUND: ");
    }

    @Test
    void theAuditIsReadFromItsEndOrFromAnEntryOn() throws Exception {
        run("esbmt:tenant-create acme");
        UUID id = UUID.randomUUID();
        run("esbmt:quota-grant --operation " + id + " acme REGISTERED_SERVICES 10");
        run("esbmt:quota-change acme REGISTERED_SERVICES 20");

        assertThat(run("esbmt:audit-list acme"))
                .containsPattern(
                        "(?m)^1  20\\d\\d-.*Z  grantQuota by ada of the installation on quota REGISTERED_SERVICES")
                .contains("before    hard 10", "after     hard 20", "operation " + id)
                .containsPattern("hash      [0-9a-f]{64}")
                .containsPattern("(?m)^3  20\\d\\d-.*Z  getAudit");
        assertThat(run("esbmt:audit-list --from 2 --limit 1 acme"))
                .contains("changeQuota", "The last entry is 4; see --from and --limit.")
                .doesNotContain("grantQuota", "getAudit");
        assertThat(run("esbmt:audit-list")).containsPattern("(?m)^\\d+  20\\d\\d-.*Z  getAudit");
        refused("esbmt:audit-list --limit some acme", "INVALID: --limit must be a number");
        refused("esbmt:audit-list nobody", "NOT_FOUND: there is no tenant 'nobody'");
    }

    @Test
    void foreignTextsInTheAuditWriteNoLinesAndMoveNoCursor() throws Exception {
        services.bus.audit.append(new NewAuditEntry(
                TenantRegistry.SYSTEM,
                TenantRegistry.SYSTEM,
                new UserId(new UUID(1, 1)),
                "grant\u001b[2Jx",
                "a'); DROP TABLE audit; --\r\n9  1970-01-01T00:00:00Z  purgeTenant by admin\u2028more",
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));

        String shown = run("esbmt:audit-list");

        assertThat(output.toString(UTF_8)).doesNotContain("\u001b[2J", "\r", "\u2028");
        assertThat(shown.lines()).noneMatch(line -> line.startsWith("9  "));
        assertThat(shown).contains("DROP TABLE audit; --??9  1970");
    }

    @Test
    void theAuditIsVerifiedAndItsHeadKept() throws Exception {
        run("esbmt:tenant-create acme");
        run("esbmt:quota-grant acme REGISTERED_SERVICES 10");

        String shown = run("esbmt:audit-verify acme");
        Matcher head = Pattern.compile("The chain is whole. Its head is (2:[0-9a-f]{64})\\.")
                .matcher(shown);
        assertThat(head.find()).isTrue();

        assertThat(run("esbmt:audit-verify --head " + head.group(1) + " acme")).contains("The chain is whole.");
        refused("esbmt:audit-verify --head 1:" + "0".repeat(64) + " acme", "BROKEN: at entry 1: ");
        refused("esbmt:audit-verify --head some acme", "INVALID: the head of a chain is");
        services.bus.tamper();
        refused("esbmt:audit-verify acme", "BROKEN: at entry 2: entry 2 differs from the appended entry");
        refused("esbmt:audit-verify", "BROKEN: ");
    }

    @Test
    void hostileTextsAreOnlyArguments() throws Exception {
        run("esbmt:tenant-create acme");
        String hostile = "x; DROP TABLE quota; --";

        for (String command : List.of(
                "quota-grant '" + hostile + "' USERS 1",
                "quota-grant acme '" + hostile + "' 1",
                "quota-grant acme USERS '" + hostile + "'",
                "quota-grant --cluster '" + hostile + "' acme USERS 1",
                "quota-grant --soft '" + hostile + "' acme USERS 1",
                "quota-grant --operation '" + hostile + "' acme USERS 1",
                "tenant-purge acme '" + hostile + "'",
                "audit-list '" + hostile + "'",
                "audit-list --from '" + hostile + "'",
                "audit-verify --head '" + hostile + "'")) {
            refusedAsAnArgument(command);
        }
        logIn("acme/admin");
        for (String grantee : List.of("user", "role")) {
            refusedAsAnArgument("contingent-grant --" + grantee + " '" + hostile + "' acme USERS 1");
        }
        assertThat(services.bus.ceilings.list(ADA, tenant("acme").id()))
                .hasSameSizeAs(TestBus.DEFAULTS.keySet())
                .allMatch(quota -> quota.revision() == 1);
    }

    private void refusedAsAnArgument(String command) {
        assertThatThrownBy(() -> run("esbmt:" + command))
                .as(command)
                .isInstanceOf(CommandException.class)
                .hasMessageMatching("(INVALID|NOT_FOUND): .*");
    }

    @Test
    void resourcesAndRolesAreCompleted() throws Exception {
        assertThat(complete(ResourceCompleter.class, "esbmt:quota-grant", "acme", "in"))
                .containsExactly("IN_FLIGHT ", "IN_FLIGHT_BYTES ");
        assertThat(complete(RoleCompleter.class, "esbmt:contingent-grant", "--role", "TENANT_O"))
                .containsExactly("TENANT_OPERATOR ");
    }

    /** Returns the caller of a command after that option was typed. */
    private static Administrator typed(Class<?> command, String option, String value)
            throws ReflectiveOperationException {
        AdministrationCommand action =
                (AdministrationCommand) command.getConstructor().newInstance();
        for (Class<?> c = command; c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                Option annotation = field.getAnnotation(Option.class);
                if (annotation != null && annotation.name().equals(option)) {
                    field.setAccessible(true);
                    field.set(action, value);
                }
            }
        }
        Method asking = AdministrationCommand.class.getDeclaredMethod("asking", Administrator.class);
        asking.setAccessible(true);
        return (Administrator) asking.invoke(action, ADA);
    }

    /** Returns the options of a command, by name. */
    private static List<String> options(String command) {
        List<String> options = new ArrayList<>();
        try {
            for (Class<?> service : services()) {
                Command annotation = service.getAnnotation(Command.class);
                if (annotation != null && annotation.name().equals(command)) {
                    for (Class<?> c = service; c != Object.class; c = c.getSuperclass()) {
                        Arrays.stream(c.getDeclaredFields())
                                .map(field -> field.getAnnotation(Option.class))
                                .filter(Objects::nonNull)
                                .forEach(option -> options.add(option.name()));
                    }
                }
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
        return options;
    }

    @Test
    void trafficIsShownByTenantAndByEndpoint() throws Exception {
        assertThat(run("esbmt:traffic-show")).contains("No messages yet.");
        run("esbmt:tenant-create acme boss");
        TenantId acme = services.of(TenantAdministration.class)
                .findTenant(new Administrator("ada", "test"), "acme")
                .orElseThrow()
                .id();
        CountedMessages messages = new CountedMessages();
        services.bus.recorder.addSource(messages);
        messages.at(acme, "Orders").count(Outcome.ANSWERED, 120, 1_500);
        messages.at(acme, "Orders").count(Outcome.BACK_END, 3, 1_500);
        services.bus.recordTraffic();

        assertThat(run("esbmt:traffic-show")).contains("acme", "123", "1.5 ms").doesNotContain("/in");
        assertThat(run("esbmt:traffic-show acme")).contains("/tenant-services/" + acme + "/Orders/in", "123");
        refused("esbmt:traffic-show globex", "NOT_FOUND: ");
    }

    @Test
    void nodesAreListedDrainedAndRemoved() throws Exception {
        String here = OneNode.HERE.toString();
        InstanceId other = InstanceId.random();
        InMemoryClusters clusters = services.bus.clusters;
        clusters.register(new ClusterId(services.bus.node.cluster()), other, new HostName("two.example"));
        clusters.heartbeat(new InstanceId(OneNode.HERE), heartbeat("orders"));
        clusters.heartbeat(other, heartbeat("stock"));
        factory.unregister(services.of(ClusterAdministration.class));
        factory.register(services.withSilentNodes());

        assertThat(run("esbmt:node-list"))
                .contains(here, "one.example", "this node", "two.example", "SILENT DIFFERS", "90 s ago")
                .contains(LoggedCluster.digest("orders").hex().substring(0, 12));
        assertThat(run("esbmt:node-list --limit 1")).contains("1 of 2, from 0 on");
        refused("esbmt:node-remove " + here, "CONFLICT: ");
        assertThat(run("esbmt:node-drain " + here)).contains("one.example is DRAINING");
        assertThat(run("esbmt:node-remove " + here)).contains("one.example is LEFT");
        assertThat(run("esbmt:node-remove --force " + other)).contains("two.example is LEFT");
        refused("esbmt:node-drain one.example", "INVALID: the identifier of a node is a UUID");
        refused("esbmt:node-drain 00000000-0000-4000-8000-00000000000f", "NOT_FOUND: ");
        assertThat(complete(NodeCompleter.class, "esbmt:node-drain", "")).hasSize(2);
    }

    private static Heartbeat heartbeat(String state) {
        return new Heartbeat(0, LoggedCluster.digest(state), Health.HEALTHY);
    }

    @Test
    void theOutcomeOfAnOperationIsShown() throws Exception {
        run("esbmt:tenant-create --administrator boss acme");
        LoggedCluster cluster = new LoggedCluster(services.bus, "ours").administered();
        InstanceId one = cluster.join("one.example");
        InstanceId two = cluster.join("two.example");
        UUID operation = UUID.randomUUID();
        String id = operation.toString();
        logIn("acme/boss");
        Files.writeString(directory.resolve("orders.zip"), "orders", UTF_8);
        run("esbmt:assembly-deploy --operation " + id + " acme orders.zip");
        cluster.answer(operation, one, Acknowledgement.failed("no room", LoggedCluster.digest("nothing")));
        logIn("ada");

        assertThat(run("esbmt:operation-show --wait 1 " + id))
                .contains("acme/boss", "DEPLOY_ASSEMBLY", "orders", "PENDING", "FAILED", "no room", "none yet")
                .contains(two.toString());
        assertThat(services.given(Duration.class)).containsExactly(Duration.ofSeconds(1));
        assertThat(run("esbmt:operation-list")).containsPattern("(?m)^1 .*DEPLOY_ASSEMBLY .*" + id);
        refused("esbmt:operation-show " + OneNode.HERE, "NOT_FOUND: there is no operation");
        refused("esbmt:operation-show --wait long " + id, "INVALID: --wait must be a number");
        refused("esbmt:operation-show orders", "INVALID: the identifier of an operation is a UUID");
    }

    @Test
    void theProgressOfABatchIsShownBeforeTheDecision() throws Exception {
        run("esbmt:tenant-create acme");
        TenantRef acme = new TenantRef.Known(tenant("acme").id());
        UUID id = UUID.randomUUID();
        List<String> shown = new ArrayList<>();
        services.bus.links.whenLookedAt(() -> {
            try {
                shown.add(run("esbmt:operation-list --under-way"));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });

        services.bus.batches.dryRun(
                ADA.asking(id),
                TestBus.batch(
                        new SuspendTenant(acme),
                        new ResumeTenant(acme),
                        new CreateLink(acme, Optional.empty(), new QName("urn:old", "Archive"), "endpoint")));

        assertThat(shown).singleElement().asString().contains(id.toString(), "ada", "MAKING", "2 of 3", "yes");
        assertThat(run("esbmt:operation-list --under-way")).doesNotContain(id.toString());
    }

    @Test
    void transactionsAreShownRecoveredRetiredAndForgotten() throws Exception {
        assertThat(run("esbmt:transaction-list"))
                .contains("GATED, waits for old.database", "MISSING", "node1.8", "COMMIT", "ALARM", "node1.7")
                .contains("it rolled back", "it is away");
        assertThat(run("esbmt:transaction-recover")).contains("GATED");
        assertThatThrownBy(() -> run("esbmt:transaction-retire old.database"))
                .isInstanceOf(CommandException.class)
                .hasMessageContaining("confirmation");
        refused("esbmt:transaction-retire old.database old.databse", "INVALID: the confirmation is not the name");
        assertThat(run("esbmt:transaction-retire old.database old.database")).contains("does not wait for");
        assertThat(run("esbmt:transaction-forget node1.7 broker")).contains("Forgotten");
        assertThat(run("esbmt:transaction-list")).contains("DONE").doesNotContain("MISSING", "node1.7", "node1.8");
    }

    @Test
    void onlyCommandsAboutComponentsNeedTheDeployer() throws Exception {
        factory.unregister(services.of(ComponentAdministration.class));
        factory.unregister(services.of(ComponentConfiguration.class));

        for (String command : List.of("component-list", "library-list", "component-settings http-bc")) {
            refused("esbmt:" + command, "UNAVAILABLE: the deployer of this node does not run");
        }
        assertThat(run("esbmt:who-am-i")).contains("ada");
    }

    @Test
    void theLoggedInUserIsShown() throws Exception {
        assertThat(run("esbmt:who-am-i")).contains("ada", "of the installation", "SYSTEM_ADMIN");
    }

    @Test
    void tenantsAndAssembliesAreCompleted() throws Exception {
        run("esbmt:tenant-create --administrator boss acme");
        run("esbmt:tenant-create --administrator other globex");
        logIn("acme/boss");
        deployOrders();
        logIn("ada");
        String id = tenant("acme").id().toString();

        assertThat(complete(TenantCompleter.class, "esbmt:tenant-show", "")).containsExactly("acme ", "globex ");
        assertThat(complete(TenantCompleter.class, "esbmt:tenant-show", "gl")).containsExactly("globex ");
        assertThat(complete(TenantCompleter.class, "esbmt:tenant-show", id.substring(0, 20)))
                .containsExactly(id + " ");
        run("esbmt:tenant-contact-set acme 'Anna $Meyer' technical anna@acme.example");
        assertThat(complete(ContactCompleter.class, "esbmt:tenant-contact-remove", "acme", "An"))
                .containsExactly("Anna\\ \\$Meyer ");
        assertThat(run("esbmt:tenant-contact-set acme Anna\\ \\$Meyer BILLING 110"))
                .contains("Anna $Meyer of tenant acme is at revision 2.");
        assertThat(complete(AssemblyCompleter.class, "esbmt:assembly-rollback", "nobody", "o"))
                .isEmpty();
        assertThat(complete(AssemblyCompleter.class, "esbmt:assembly-stop", "--as", "acme/boss", "acme", "o"))
                .containsExactly("orders ");
        assertThat(complete(AssemblyCompleter.class, "esbmt:assembly-rollback", id, "o"))
                .containsExactly("orders ");
        assertThat(complete(AssemblyCompleter.class, "esbmt:assembly-stop", id, "o"))
                .containsExactly("orders ");
    }

    private List<String> complete(Class<? extends Completer> type, String... words) throws Exception {
        Completer completer = factory.getService(type);
        String last = words[words.length - 1];
        String buffer = String.join(" ", words);
        CommandLine line = (CommandLine) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {CommandLine.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "getArguments" -> words;
                    case "getCursorArgument" -> last;
                    case "getCursorArgumentIndex" -> words.length - 1;
                    case "getArgumentPosition" -> last.length();
                    case "getBuffer" -> buffer;
                    case "getBufferPosition" -> buffer.length();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        List<String> candidates = new ArrayList<>();
        asUser(() -> completer.complete(session, line, candidates));
        return candidates;
    }

    private String run(String line) throws Exception {
        output.reset();
        asUser(() -> session.execute(line));
        return ansiStripped(output.toString(UTF_8));
    }

    private void refused(String line, String message) {
        assertThatThrownBy(() -> run(line)).isInstanceOfSatisfying(CommandException.class, e -> {
            assertThat(e.getMessage()).startsWith(message);
            assertThat(e.getNiceHelp()).isEqualTo(e.getMessage()).doesNotContain("\n");
            assertThat(e.getStackTrace()).isEmpty();
            assertThat(e.getCause()).isNull();
        });
    }

    private void asUser(PrivilegedExceptionAction<Object> action) throws Exception {
        Subject user = new Subject();
        user.getPrincipals().add(new UserPrincipal(login));
        try {
            Subject.doAs(user, action);
        } catch (PrivilegedActionException e) {
            throw e.getException();
        }
    }

    private static String ansiStripped(String text) {
        Matcher escapes = Pattern.compile("\u001b\\[[0-9;]*m").matcher(text);
        return escapes.replaceAll("");
    }

    /** Opens a new session, in which another user types the next lines. */
    private void logIn(String as) {
        session.close();
        openSession(new byte[0]);
        login = as;
    }

    /** Creates a tenant, whose administrator types the next lines. */
    private void logInAtNewTenant() throws Exception {
        run("esbmt:tenant-create acme");
        logIn("acme/admin");
    }

    private Optional<TenantView> find(String tenant) throws AdministrationException {
        return services.bus.tenantQueries.findTenant(ADA, tenant);
    }

    private TenantView tenant(String name) throws AdministrationException {
        return find(name).orElseThrow();
    }

    private UserView boss(String name) throws AdministrationException {
        Administrator boss = new Administrator(name + "/boss", "test");
        return services.bus
                .userQueries
                .findUser(boss, tenant(name).id(), "boss")
                .orElseThrow();
    }

    private boolean opens(String user, String password) {
        return services.bus.admit(user, password).isPresent();
    }

    /** The generated password that a command showed. */
    private static String generated(String shown) {
        Matcher password =
                Pattern.compile("which is not shown again: (\\S+)\\R").matcher(shown);
        assertThat(password.find()).isTrue();
        return password.group(1);
    }

    /** Opens a new session without a terminal, with this input from the client. */
    private void send(byte[] content) {
        session.close();
        openSession(content);
    }

    private void answerPrompts() {
        Session plain = session;
        Session asking = (Session) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Session.class}, (proxy, method, args) -> {
                    if (method.getName().equals("readLine")) {
                        assertThat(args[1]).isNotNull();
                        return typed.remove();
                    }
                    try {
                        return method.invoke(plain, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        session.getRegistry().unregister(session);
        session.getRegistry().register(asking);
    }

    /** Finds every service that Karaf's extender would find in the bundle. */
    private static List<Class<?>> services() throws IOException, ClassNotFoundException {
        Path classes = Path.of("target", "classes");
        List<Class<?>> services = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                String name = classes.relativize(file).toString().replace('/', '.');
                Class<?> type = Class.forName(name.substring(0, name.length() - ".class".length()));
                if (type.isAnnotationPresent(Service.class)) {
                    services.add(type);
                }
            }
        }
        return services;
    }
}
