package org.esbmt.administration.api.batch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.ShutDownAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ContingentCommand.RevokeContingent;
import org.esbmt.administration.api.command.ContingentCommand.SetContingent;
import org.esbmt.administration.api.command.GranteeRef;
import org.esbmt.administration.api.command.LinkCommand.CreateLink;
import org.esbmt.administration.api.command.LinkCommand.RemoveLink;
import org.esbmt.administration.api.command.QuotaCommand.RevokeQuota;
import org.esbmt.administration.api.command.QuotaCommand.SetQuota;
import org.esbmt.administration.api.command.QuotaScope;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.DetachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.UpdateService;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.AssignDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.AssignRole;
import org.esbmt.administration.api.command.UserCommand.HandOverDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.RevokeCredential;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserCommand.UnlockUser;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchTextTest {
    private static final String THERE = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6";
    private static final ServiceId ORDERS = new ServiceId(new QName("urn:acme", "Orders"), "2");
    private static final BatchText.Archives NONE = name -> {
        throw new FileNotFoundException(name);
    };

    private static BatchableCommand<?> command(Batch batch, int step) {
        return batch.steps().get(step).command();
    }

    /** The commands, and the steps that have a revision. */
    private static List<Object> steps(Batch batch) {
        return batch.steps().stream()
                .<Object>map(step -> step.expectedRevision().isPresent() ? step : step.command())
                .toList();
    }

    private static QuotaScope scope(String resource) {
        return QuotaScope.of(Resource.valueOf(resource));
    }

    private static String text(Content content) {
        try {
            return new String(content.open().readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anUnknownResourceIsRefusedWithTheListOfResources() {
        assertThatThrownBy(() -> read("""
                        <suspendTenant tenant="%1$s"/>
                        <setQuota tenant="%1$s" resource="WISHES" hard="3"/>
                        """.formatted(THERE), NONE))
                .hasMessageStartingWith("step 2: there is no resource of that name")
                .hasMessageContaining("ENDPOINTS");
    }

    @Test
    void everyStepIsReadAsItIsWritten() throws Exception {
        Batch batch = read("""
                <createTenant as="acme" name="acme" displayName="Acme &amp; Co" login="boss" password="a long password">
                  <quota resource="USERS" hard="3"/>
                </createTenant>
                <addUser tenant="#acme" login="alice" password="another password"/>
                <setQuota tenant="%1$s" resource="ENDPOINTS" hard="12"/>
                <deploy tenant="#acme" archive="orders.zip"/>
                <undeploy tenant="%1$s" assembly="old"/>
                <suspendTenant tenant="%1$s"/>
                <resumeTenant tenant="%1$s"/>
                <drainTenant tenant="%1$s"/>
                """.formatted(THERE), name -> name.getBytes(UTF_8));

        TenantRef.Known there = new TenantRef.Known(TenantId.of(THERE));
        assertThat(batch.steps()).hasSize(8);
        assertThat(command(batch, 0)).isInstanceOfSatisfying(CreateTenant.class, create -> {
            assertThat(create.as()).contains(new TenantRef.CreatedBefore("acme"));
            assertThat(create.displayName()).isEqualTo("Acme & Co");
            assertThat(create.quotas()).isEqualTo(Map.of(Resource.USERS, 3L));
            assertThat(create.password().characters()).containsExactly("a long password".toCharArray());
        });
        assertThat(command(batch, 1)).isInstanceOfSatisfying(AddUser.class, add -> {
            assertThat(add.tenant()).isEqualTo(new TenantRef.CreatedBefore("acme"));
            assertThat(add.login()).isEqualTo("alice");
        });
        assertThat(command(batch, 2)).isEqualTo(new SetQuota(there, scope("ENDPOINTS"), Limit.of(12)));
        assertThat(command(batch, 3))
                .isInstanceOfSatisfying(DeployAssembly.class, deploy -> assertThat(text(deploy.archive()))
                        .isEqualTo("orders.zip"));
        assertThat(steps(batch).subList(4, 8))
                .isEqualTo(List.<Object>of(
                        new UndeployAssembly(there, "old"),
                        new SuspendTenant(there),
                        new ResumeTenant(there),
                        new DrainTenant(there)));
    }

    @Test
    void stepsForUsersAreRead() throws Exception {
        Batch batch = read("""
                <addUser tenant="%1$s" login="alice" password="another password" roles="TENANT_OPERATOR TENANT_USER"/>
                <assignRole tenant="%1$s" login="alice" role="TENANT_AUDITOR"/>
                <revokeRole tenant="%1$s" login="alice" role="TENANT_USER"/>
                <removeUser tenant="%1$s" login="bob"/>
                """.formatted(THERE), NONE);

        TenantRef.Known there = new TenantRef.Known(TenantId.of(THERE));
        assertThat(command(batch, 0)).isInstanceOfSatisfying(AddUser.class, add -> assertThat(add.roles())
                .containsExactlyInAnyOrder(Role.TENANT_OPERATOR, Role.TENANT_USER));
        assertThat(steps(batch).subList(1, 4))
                .isEqualTo(List.<Object>of(
                        new AssignRole(there, UserRef.of("alice"), Role.TENANT_AUDITOR),
                        new RevokeRole(there, UserRef.of("alice"), Role.TENANT_USER),
                        new RemoveUser(there, UserRef.of("bob"))));
    }

    @Test
    void everyOtherStepIsReadAsItIsWritten() throws Exception {
        Batch batch = read("""
                <lockUser tenant="%1$s" login="alice"/>
                <unlockUser tenant="%1$s" login="alice" revision="3"/>
                <revokeCredential tenant="%1$s" login="alice"/>
                <handOverDefaultAdmin tenant="%1$s" login="alice"/>
                <assignDefaultAdmin tenant="%1$s" login="alice"/>
                <setPassword tenant="%1$s" login="alice" password="a long password"/>
                <resetDefaultAdmin tenant="%1$s" login="boss" password="a long password"/>
                <setQuota tenant="%1$s" resource="USERS" hard="12" soft="10" revision="2"/>
                <revokeQuota tenant="%1$s" resource="USERS"/>
                <setContingent tenant="%1$s" resource="ENDPOINTS" user="alice" amount="3"/>
                <setContingent tenant="%1$s" resource="ENDPOINTS" role="TENANT_OPERATOR" amount="3"/>
                <revokeContingent tenant="%1$s" resource="ENDPOINTS" user="alice"/>
                <rollBackAssembly tenant="%1$s" assembly="orders"/>
                <startAssembly tenant="%1$s" assembly="orders"/>
                <stopAssembly tenant="%1$s" assembly="orders"/>
                <shutDownAssembly tenant="%1$s" assembly="orders" revision="9"/>
                <detachPolicy tenant="%1$s" namespace="urn:acme" name="Orders" version="2" policy="secure"/>
                <purgeTenant tenant="%1$s" name="acme"/>
                <createLink tenant="%1$s" namespace="urn:plain" name="Archive" endpoint="files"/>
                <removeLink tenant="%1$s" name="Archive" endpoint="files" component="servicemix-file"/>
                """.formatted(THERE), NONE);

        TenantRef.Known there = new TenantRef.Known(TenantId.of(THERE));
        assertThat(command(batch, 5)).isInstanceOfSatisfying(SetPassword.class, set -> assertThat(
                        set.password().characters())
                .containsExactly("a long password".toCharArray()));
        assertThat(command(batch, 6)).isInstanceOfSatisfying(ResetDefaultAdmin.class, reset -> assertThat(reset.login())
                .contains("boss"));
        assertThat(steps(batch).subList(0, 5))
                .isEqualTo(List.<Object>of(
                        new LockUser(there, UserRef.of("alice")),
                        new Batch.Step(new UnlockUser(there, UserRef.of("alice")), OptionalLong.of(3)),
                        new RevokeCredential(there, UserRef.of("alice")),
                        new HandOverDefaultAdmin(there, UserRef.of("alice")),
                        new AssignDefaultAdmin(there, UserRef.of("alice"))));
        assertThat(steps(batch).subList(7, 20))
                .isEqualTo(List.<Object>of(
                        new Batch.Step(
                                new SetQuota(
                                        there,
                                        scope("USERS"),
                                        new Limit(12, OptionalLong.of(10), OptionalLong.empty())),
                                OptionalLong.of(2)),
                        new RevokeQuota(there, scope("USERS")),
                        new SetContingent(there, scope("ENDPOINTS"), new GranteeRef.ToUser(UserRef.of("alice")), 3),
                        new SetContingent(there, scope("ENDPOINTS"), new GranteeRef.ToRole(Role.TENANT_OPERATOR), 3),
                        new RevokeContingent(there, scope("ENDPOINTS"), new GranteeRef.ToUser(UserRef.of("alice"))),
                        new RollBackAssembly(there, "orders"),
                        new StartAssembly(there, "orders"),
                        new StopAssembly(there, "orders"),
                        new Batch.Step(new ShutDownAssembly(there, "orders"), OptionalLong.of(9)),
                        new DetachPolicy(there, ORDERS, "secure"),
                        new PurgeTenant(there, Optional.of("acme")),
                        new CreateLink(there, Optional.empty(), new QName("urn:plain", "Archive"), "files"),
                        new RemoveLink(there, Optional.of("servicemix-file"), new QName("Archive"), "files")));
    }

    @Test
    void aStepIsReadWithItsFile() throws Exception {
        Batch batch = read("""
                <deploy tenant="%1$s" user="alice" archive="mine.zip"/>
                <switchAssembly tenant="%1$s" archive="next.zip"/>
                <updateAssembly tenant="%1$s" archive="next.zip" revision="4"/>
                <updateService tenant="%1$s" namespace="urn:acme" name="Orders" version="2" wsdl="orders.wsdl"/>
                <attachPolicy tenant="%1$s" namespace="urn:acme" name="Orders" version="2" policy="p" document="p.xml"/>
                """.formatted(THERE), name -> name.getBytes(UTF_8));

        assertThat(command(batch, 0)).isInstanceOfSatisfying(DeployAssembly.class, deploy -> {
            assertThat(deploy.user()).contains(UserRef.of("alice"));
            assertThat(text(deploy.archive())).isEqualTo("mine.zip");
        });
        assertThat(command(batch, 1))
                .isInstanceOfSatisfying(SwitchAssembly.class, version -> assertThat(text(version.archive()))
                        .isEqualTo("next.zip"));
        assertThat(batch.steps().get(2).expectedRevision()).hasValue(4);
        assertThat(command(batch, 2)).isInstanceOf(UpdateAssembly.class);
        assertThat(command(batch, 3)).isInstanceOfSatisfying(UpdateService.class, update -> {
            assertThat(update.service()).isEqualTo(ORDERS);
            assertThat(text(update.wsdl().orElseThrow())).isEqualTo("orders.wsdl");
        });
        assertThat(command(batch, 4)).isInstanceOfSatisfying(AttachPolicy.class, attach -> {
            assertThat(attach.policy()).isEqualTo("p");
            assertThat(text(attach.document())).isEqualTo("p.xml");
        });
    }

    /** Every kind of step, with an unknown attribute, and without each of its required attributes. */
    @Test
    void unknownAndMissingAttributesAreRefused() throws Exception {
        for (String step : STEPS) {
            assertThat(read(step, name -> new byte[0]).steps()).as(step).hasSize(1);
            assertThatThrownBy(() -> read(step.replace("/>", " also='this'/>"), NONE))
                    .as(step)
                    .hasMessageStartingWith("line 1: ")
                    .hasMessageContaining("also");
            for (String attribute : step.split(" (?=[a-zA-Z]+=)", -1)) {
                if (attribute.contains("=")) {
                    String without = step.replace(" " + attribute.replace("/>", ""), "");
                    assertThatThrownBy(() -> read(without, NONE))
                            .as(without)
                            .isInstanceOf(IllegalArgumentException.class);
                }
            }
        }
        assertThat(STEPS.stream().map(step -> step.substring(1, step.indexOf(' '))))
                .containsExactlyInAnyOrderElementsOf(namesInTheSchema());
    }

    /** Each kind of step, with its required attributes alone. */
    private static final List<String> STEPS = steps();

    private static List<String> steps() {
        try {
            String batch = Files.readString(Path.of("src/test/golden/batch/every-step.xml"), UTF_8);
            return batch.lines()
                    .map(String::strip)
                    .filter(line -> line.endsWith("/>"))
                    .map(step -> step.replace('"', '\''))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> namesInTheSchema() throws IOException {
        try (InputStream schema = BatchText.class.getResourceAsStream("esbmt-batch.xsd")) {
            String text = new String(schema.readAllBytes(), UTF_8);
            String choice = text.substring(text.indexOf("<xs:choice"), text.indexOf("</xs:choice>"));
            return Pattern.compile("<xs:element name=\"(\\w+)\"")
                    .matcher(choice)
                    .results()
                    .map(found -> found.group(1))
                    .toList();
        }
    }

    @Test
    void theExampleOfTheGuideIsRead() throws Exception {
        String page = Files.readString(Path.of("../../docs/guide/administration/batches.md"));
        int begin = page.indexOf("<batch xmlns=");
        String example = page.substring(begin, page.indexOf("</batch>", begin) + "</batch>".length());

        Batch batch = BatchText.read(example.getBytes(UTF_8), name -> name.getBytes(UTF_8));

        assertThat(batch.steps()).hasSizeGreaterThan(4);
        assertThat(command(batch, 0)).isInstanceOf(CreateTenant.class);
    }

    @Test
    void onlyStepsThatChangeAnEntryAcceptARevision() {
        String at = " revision='1'/>";
        for (String step : STEPS) {
            boolean adds = step.matches("<(createTenant|addUser|deploy|registerService|createLink|removeLink) .*");
            String withRevision = step.replace("/>", at);
            if (adds) {
                assertThatThrownBy(() -> read(withRevision, NONE)).as(step).hasMessageContaining("revision");
            } else {
                assertThatCode(() -> read(withRevision, name -> new byte[0]))
                        .as(step)
                        .doesNotThrowAnyException();
            }
            assertThatThrownBy(() -> read(step.replace("/>", " revision='0'/>"), NONE))
                    .as(step)
                    .isNotNull();
        }
    }

    @Test
    void noStepSetsAPasswordTwice() {
        String add = "<addUser tenant='" + THERE + "' login='alice' password='a long password'/>";
        String set = "<setPassword tenant='" + THERE + "' login='alice' password='a long password'/>";
        String create = "<createTenant as='x' name='acme' displayName='Acme' login='boss' password='a long password'/>";

        assertThatThrownBy(() -> read(add + set, NONE)).hasMessageContaining("step 2", "'alice'");
        assertThatThrownBy(() ->
                        read(create + "<resetDefaultAdmin tenant='#x' login='boss' password='a long password'/>", NONE))
                .hasMessageContaining("step 2");
    }

    @Test
    void aContingentHasOneUserOrOneRole() {
        String set = "<setContingent tenant='" + THERE + "' resource='USERS' amount='1'";

        assertThatThrownBy(() -> read(set + "/>", NONE)).hasMessageStartingWith("step 1: ");
        assertThatThrownBy(() -> read(set + " user='alice' role='TENANT_USER'/>", NONE))
                .hasMessageStartingWith("step 1: ");
    }

    @Test
    void hostileTextsWriteNoLinesInAMessage() {
        assertThatThrownBy(() -> read("<suspendTenant tenant='&#10;&#x9B;31mdone&#x202E;'/>", NONE))
                .isInstanceOfSatisfying(IllegalArgumentException.class, e -> assertThat(e.getMessage())
                        .doesNotContainPattern("[\\p{Cc}\\p{Cf}]"));
    }

    /** Consoles show the message of a refusal, and scripts keep it in logs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Tom&Jerry-and-the-rest-of-it",
                "Tom&Jerry-and-the-rest-of-it;",
                "Tom and' Jerry-and-the-rest-of-it",
                "Tom and<Jerry-and-the-rest-of-it",
                "Tom and' xmlns:Jerry-and-the-rest-of-it='",
                "short Jerry"
            })
    void aPasswordThatIsNotReadIsNotShownEither(String password) {
        for (String step : List.of(
                "<addUser tenant='" + THERE + "' login='alice' password='" + password + "'/>",
                "<addUser tenant='" + THERE + "' login='alice' password='" + password + "Jerry".repeat(110) + "'/>")) {
            assertThatThrownBy(() -> read(step, NONE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("Jerry")
                    .message()
                    .matches("(line 1|step 1): .+");
        }
    }

    @Test
    void uncheckedTextsWriteNoLinesInAMessage() {
        String hostile = "x&#10;logIn by admin: done.&#x9B;31m&#x202E;";
        String add = "<addUser tenant='" + THERE + "' login='" + hostile + "' password='a long password'/>";
        String create = "<createTenant name='acme' displayName='Acme' login='boss' password='a long password'>"
                + ("<quota resource='" + hostile + "' hard='1'/>").repeat(2) + "</createTenant>";

        for (String steps : List.of(add + add, create)) {
            assertThatThrownBy(() -> read(steps, NONE))
                    .hasMessageContaining("step ")
                    .isInstanceOfSatisfying(IllegalArgumentException.class, e -> assertThat(e.getMessage())
                            .doesNotContainPattern("[\\p{Cc}\\p{Cf}]"));
        }
    }

    /** A pasted text still has its editor's declaration of an encoding. */
    @Test
    void theDeclaredEncodingOfATextIsIgnored() throws Exception {
        for (String encoding : List.of("ISO-8859-1", "UTF-16", "UTF-8")) {
            String text = "<?xml version='1.0' encoding='" + encoding + "'?><batch xmlns='urn:esbmt:batch:1'>"
                    + "<removeUser tenant='" + THERE + "' login='J\u00fcrgen'/></batch>";

            assertThat(steps(BatchText.read(text, NONE)))
                    .as(encoding)
                    .containsExactly(
                            new RemoveUser(new TenantRef.Known(TenantId.of(THERE)), UserRef.of("J\u00fcrgen")));
        }
        byte[] wrong = "<?xml version='1.0' encoding='UTF-8'?><batch a='\u00fc'/>".getBytes(ISO_8859_1);
        assertThatThrownBy(() -> BatchText.read(wrong, NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("encoding");
    }

    @Test
    void theFilesOfABatchAreBounded() {
        byte[] large = new byte[(int) (BatchText.MAX_ARCHIVES_BYTES / 2)];
        String deploy = "<deploy tenant='" + THERE + "' archive='a.zip'/>";

        assertThatThrownBy(() -> read(deploy + deploy + "<deploy tenant='" + THERE + "' archive='b.zip'/>", name -> {
                    return name.equals("b.zip") ? new byte[1] : large;
                }))
                .hasMessageStartingWith("step 3: ")
                .hasMessageContaining(Long.toString(BatchText.MAX_ARCHIVES_BYTES));
    }

    @Test
    void tooManyStepsAreRefusedBeforeAFileIsRead() {
        String deploy = "<deploy tenant='" + THERE + "' archive='a.zip'/>";

        assertThatThrownBy(() -> read(deploy.repeat(Batch.MAX_STEPS + 1), name -> {
                    throw new AssertionError("read");
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Integer.toString(Batch.MAX_STEPS));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<nothing/>",
                "<createTenant name='acme' displayName='Acme' login='boss'/>",
                "<createTenant name='acme' displayName='Acme' login='boss' password='short'/>",
                "<addUser tenant='#acme' login='alice' password='another password'/>",
                "<addUser tenant='acme' login='alice' password='another password'/>",
                "<setQuota tenant='" + THERE + "' resource='ENDPOINTS' hard='-1'/>",
                "<setQuota tenant='" + THERE + "' resource='ENDPOINTS' hard='99999999999999999999'/>",
                "<suspendTenant tenant='" + THERE + "' also='this'/>",
                "<addUser tenant='" + THERE + "' login='alice' password='another password' roles=''/>",
                "<assignRole tenant='" + THERE + "' login='alice' role='SYSTEM_ADMIN'/>",
                "<revokeRole tenant='" + THERE + "' login='alice'/>",
                "<removeUser tenant='#acme' login='alice'/>",
                "<lockUser xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='OfRole' role='TENANT_ADMIN'"
                        + " tenant='" + THERE + "' login='alice'/>",
            })
    void anInvalidBatchIsRefused(String steps) {
        assertThatThrownBy(() -> read(steps, NONE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aRefusalNamesTheLine() {
        assertThatThrownBy(() -> read("\n\n<nothing/>", NONE)).hasMessageStartingWith("line 3: ");
    }

    @Test
    void noReferenceIsFetchedAndADocumentTypeIsRefused() {
        String attack = "<!DOCTYPE batch [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
                + "<batch xmlns='urn:esbmt:batch:1'><addUser tenant='" + THERE
                + "' login='&x;' password='another password'/></batch>";

        assertThatThrownBy(() -> BatchText.read(attack.getBytes(UTF_8), NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DOCTYPE");
    }

    @Test
    void aMissingArchiveIsNamed() {
        assertThatThrownBy(() -> read("<deploy tenant='" + THERE + "' archive='orders.zip'/>", NONE))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("step 1: ")
                .hasMessageContaining("orders.zip");
    }

    @Test
    void aTenantsNameIsDefinedOnceAndBeforeItsUse() {
        String create =
                "<createTenant as='acme' name='acme' displayName='Acme' login='boss' password='a long password'/>";

        assertThatThrownBy(() -> read(create + create, NONE)).hasMessageContaining("'acme'");
        assertThatThrownBy(() -> read("<suspendTenant tenant='#acme'/>" + create, NONE))
                .hasMessageContaining("step 1");
    }

    @Test
    void aBatchThatIsTooLargeIsNotEvenParsed() {
        assertThatThrownBy(() -> BatchText.read(new byte[BatchText.MAX_BYTES + 1], NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Integer.toString(BatchText.MAX_BYTES));
    }

    @Test
    void aPasswordIsNotShown() throws Exception {
        Batch batch = read("<addUser tenant='" + THERE + "' login='alice' password='another password'/>", NONE);

        assertThat(batch.toString()).doesNotContain("another password");
        assertThat(Optional.of(batch).toString()).contains("alice");
    }

    private static Batch read(String steps, BatchText.Archives archives) throws IOException {
        return BatchText.read(("<batch xmlns='urn:esbmt:batch:1'>" + steps + "</batch>").getBytes(UTF_8), archives);
    }
}
