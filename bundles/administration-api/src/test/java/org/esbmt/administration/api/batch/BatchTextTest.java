package org.esbmt.administration.api.batch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.batch.Batch.AddUser;
import org.esbmt.administration.api.batch.Batch.AssignRole;
import org.esbmt.administration.api.batch.Batch.AtRevision;
import org.esbmt.administration.api.batch.Batch.AttachPolicy;
import org.esbmt.administration.api.batch.Batch.ChangeAssembly;
import org.esbmt.administration.api.batch.Batch.ChangeLink;
import org.esbmt.administration.api.batch.Batch.ChangeTenant;
import org.esbmt.administration.api.batch.Batch.ChangeUser;
import org.esbmt.administration.api.batch.Batch.CreateTenant;
import org.esbmt.administration.api.batch.Batch.Deploy;
import org.esbmt.administration.api.batch.Batch.DetachPolicy;
import org.esbmt.administration.api.batch.Batch.Known;
import org.esbmt.administration.api.batch.Batch.MadeBefore;
import org.esbmt.administration.api.batch.Batch.NewVersion;
import org.esbmt.administration.api.batch.Batch.PurgeTenant;
import org.esbmt.administration.api.batch.Batch.RemoveUser;
import org.esbmt.administration.api.batch.Batch.ResetDefaultAdmin;
import org.esbmt.administration.api.batch.Batch.RevokeContingent;
import org.esbmt.administration.api.batch.Batch.RevokeQuota;
import org.esbmt.administration.api.batch.Batch.RevokeRole;
import org.esbmt.administration.api.batch.Batch.SetContingent;
import org.esbmt.administration.api.batch.Batch.SetPassword;
import org.esbmt.administration.api.batch.Batch.SetQuota;
import org.esbmt.administration.api.batch.Batch.ToRole;
import org.esbmt.administration.api.batch.Batch.ToUser;
import org.esbmt.administration.api.batch.Batch.Undeploy;
import org.esbmt.administration.api.batch.Batch.UpdateService;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchTextTest {
    private static final String THERE = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6";
    private static final ServiceId ORDERS = new ServiceId(new QName("urn:acme", "Orders"), "2");
    private static final BatchText.Archives NONE = name -> {
        throw new FileNotFoundException(name);
    };

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

        Known there = new Known(TenantId.of(THERE));
        assertThat(batch.steps()).hasSize(8);
        assertThat(batch.steps().get(0)).isInstanceOfSatisfying(CreateTenant.class, create -> {
            assertThat(create.as()).contains("acme");
            assertThat(create.displayName()).isEqualTo("Acme & Co");
            assertThat(create.quotas()).isEqualTo(Map.of("USERS", 3L));
            assertThat(create.password().characters()).containsExactly("a long password".toCharArray());
        });
        assertThat(batch.steps().get(1)).isInstanceOfSatisfying(AddUser.class, add -> {
            assertThat(add.tenant()).isEqualTo(new MadeBefore("acme"));
            assertThat(add.login()).isEqualTo("alice");
        });
        assertThat(batch.steps().get(2)).isEqualTo(new SetQuota(there, "ENDPOINTS", 12));
        assertThat(batch.steps().get(3)).isInstanceOfSatisfying(Deploy.class, deploy -> assertThat(deploy.archive())
                .asString(UTF_8)
                .isEqualTo("orders.zip"));
        assertThat(batch.steps().subList(4, 8))
                .isEqualTo(List.of(
                        new Undeploy(there, "old"),
                        new ChangeTenant(there, ChangeTenant.Life.SUSPEND),
                        new ChangeTenant(there, ChangeTenant.Life.RESUME),
                        new ChangeTenant(there, ChangeTenant.Life.DRAIN)));
    }

    @Test
    void stepsAreDoneToUsersToo() throws Exception {
        Batch batch = read("""
                <addUser tenant="%1$s" login="alice" password="another password" roles="TENANT_OPERATOR TENANT_USER"/>
                <assignRole tenant="%1$s" login="alice" role="TENANT_AUDITOR"/>
                <revokeRole tenant="%1$s" login="alice" role="TENANT_USER"/>
                <removeUser tenant="%1$s" login="bob"/>
                """.formatted(THERE), NONE);

        Known there = new Known(TenantId.of(THERE));
        assertThat(batch.steps().get(0)).isInstanceOfSatisfying(AddUser.class, add -> assertThat(add.roles())
                .containsExactlyInAnyOrder(Grantee.Role.TENANT_OPERATOR, Grantee.Role.TENANT_USER));
        assertThat(batch.steps().subList(1, 4))
                .isEqualTo(List.of(
                        new AssignRole(there, "alice", Grantee.Role.TENANT_AUDITOR),
                        new RevokeRole(there, "alice", Grantee.Role.TENANT_USER),
                        new RemoveUser(there, "bob")));
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

        Known there = new Known(TenantId.of(THERE));
        assertThat(batch.steps().get(5)).isInstanceOfSatisfying(SetPassword.class, set -> assertThat(
                        set.password().characters())
                .containsExactly("a long password".toCharArray()));
        assertThat(batch.steps().get(6))
                .isInstanceOfSatisfying(ResetDefaultAdmin.class, reset -> assertThat(reset.login())
                        .isEqualTo("boss"));
        assertThat(batch.steps().subList(0, 5))
                .isEqualTo(List.of(
                        new ChangeUser(there, "alice", ChangeUser.Action.LOCK),
                        new AtRevision(new ChangeUser(there, "alice", ChangeUser.Action.UNLOCK), 3),
                        new ChangeUser(there, "alice", ChangeUser.Action.REVOKE_CREDENTIAL),
                        new ChangeUser(there, "alice", ChangeUser.Action.HAND_OVER_DEFAULT_ADMIN),
                        new ChangeUser(there, "alice", ChangeUser.Action.ASSIGN_DEFAULT_ADMIN)));
        assertThat(batch.steps().subList(7, 20))
                .isEqualTo(List.of(
                        new AtRevision(new SetQuota(there, "USERS", 12, OptionalLong.of(10)), 2),
                        new RevokeQuota(there, "USERS"),
                        new SetContingent(there, new ToUser("alice"), "ENDPOINTS", 3),
                        new SetContingent(there, new ToRole(Grantee.Role.TENANT_OPERATOR), "ENDPOINTS", 3),
                        new RevokeContingent(there, new ToUser("alice"), "ENDPOINTS"),
                        new ChangeAssembly(there, "orders", ChangeAssembly.Move.ROLL_BACK),
                        new ChangeAssembly(there, "orders", ChangeAssembly.Move.START),
                        new ChangeAssembly(there, "orders", ChangeAssembly.Move.STOP),
                        new AtRevision(new ChangeAssembly(there, "orders", ChangeAssembly.Move.SHUT_DOWN), 9),
                        new DetachPolicy(there, ORDERS, "secure"),
                        new PurgeTenant(there, "acme"),
                        new ChangeLink(there, Optional.empty(), new QName("urn:plain", "Archive"), "files", true),
                        new ChangeLink(there, Optional.of("servicemix-file"), new QName("Archive"), "files", false)));
    }

    @Test
    void whatHasAFileIsReadWithIt() throws Exception {
        Batch batch = read("""
                <deploy tenant="%1$s" user="alice" archive="mine.zip"/>
                <switchAssembly tenant="%1$s" archive="next.zip"/>
                <updateAssembly tenant="%1$s" archive="next.zip" revision="4"/>
                <updateService tenant="%1$s" namespace="urn:acme" name="Orders" version="2" wsdl="orders.wsdl"/>
                <attachPolicy tenant="%1$s" namespace="urn:acme" name="Orders" version="2" policy="p" document="p.xml"/>
                """.formatted(THERE), name -> name.getBytes(UTF_8));

        assertThat(batch.steps().get(0)).isInstanceOfSatisfying(Deploy.class, deploy -> {
            assertThat(deploy.user()).contains("alice");
            assertThat(deploy.archive()).asString(UTF_8).isEqualTo("mine.zip");
        });
        assertThat(batch.steps().get(1)).isInstanceOfSatisfying(NewVersion.class, version -> {
            assertThat(version.way()).isEqualTo(NewVersion.Way.SWITCH);
            assertThat(version.archive()).asString(UTF_8).isEqualTo("next.zip");
        });
        assertThat(batch.steps().get(2)).isInstanceOfSatisfying(AtRevision.class, at -> {
            assertThat(at.revision()).isEqualTo(4);
            assertThat(at.step()).isInstanceOf(NewVersion.class);
        });
        assertThat(batch.steps().get(3)).isInstanceOfSatisfying(UpdateService.class, update -> {
            assertThat(update.service()).isEqualTo(ORDERS);
            assertThat(update.wsdl().orElseThrow()).asString(UTF_8).isEqualTo("orders.wsdl");
        });
        assertThat(batch.steps().get(4)).isInstanceOfSatisfying(AttachPolicy.class, attach -> {
            assertThat(attach.policy()).isEqualTo("p");
            assertThat(attach.document()).asString(UTF_8).isEqualTo("p.xml");
        });
    }

    /** Every kind of step, with an attribute that none has, and without each of its own that it needs. */
    @Test
    void noStepTakesAnAttributeThatItDoesNotKnowNorGoesWithoutOneThatItNeeds() throws Exception {
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

    /** With what they need and nothing else. */
    private static final List<String> STEPS = Stream.of(
                    "<createTenant name='acme' displayName='Acme' login='boss' password='a long password'/>",
                    "<addUser tenant='T' login='alice' password='a long password'/>",
                    "<assignRole tenant='T' login='alice' role='TENANT_USER'/>",
                    "<revokeRole tenant='T' login='alice' role='TENANT_USER'/>",
                    "<removeUser tenant='T' login='alice'/>",
                    "<lockUser tenant='T' login='alice'/>",
                    "<unlockUser tenant='T' login='alice'/>",
                    "<setPassword tenant='T' login='alice' password='a long password'/>",
                    "<revokeCredential tenant='T' login='alice'/>",
                    "<handOverDefaultAdmin tenant='T' login='alice'/>",
                    "<assignDefaultAdmin tenant='T' login='alice'/>",
                    "<resetDefaultAdmin tenant='T' login='alice' password='a long password'/>",
                    "<setQuota tenant='T' resource='USERS' hard='3'/>",
                    "<revokeQuota tenant='T' resource='USERS'/>",
                    "<setContingent tenant='T' resource='USERS' user='alice' amount='3'/>",
                    "<revokeContingent tenant='T' resource='USERS' role='TENANT_USER'/>",
                    "<deploy tenant='T' archive='a.zip'/>",
                    "<switchAssembly tenant='T' archive='a.zip'/>",
                    "<updateAssembly tenant='T' archive='a.zip'/>",
                    "<rollBackAssembly tenant='T' assembly='orders'/>",
                    "<startAssembly tenant='T' assembly='orders'/>",
                    "<stopAssembly tenant='T' assembly='orders'/>",
                    "<shutDownAssembly tenant='T' assembly='orders'/>",
                    "<undeploy tenant='T' assembly='orders'/>",
                    "<registerService tenant='T' name='Orders'/>",
                    "<updateService tenant='T' name='Orders'/>",
                    "<unregisterService tenant='T' name='Orders'/>",
                    "<attachPolicy tenant='T' name='Orders' policy='p' document='p.xml'/>",
                    "<detachPolicy tenant='T' name='Orders' policy='p'/>",
                    "<suspendTenant tenant='T'/>",
                    "<resumeTenant tenant='T'/>",
                    "<drainTenant tenant='T'/>",
                    "<purgeTenant tenant='T' name='acme'/>",
                    "<createLink tenant='T' name='Archive' endpoint='files'/>",
                    "<removeLink tenant='T' name='Archive' endpoint='files'/>")
            .map(step -> step.replace("'T'", "'" + THERE + "'"))
            .toList();

    private static List<String> namesInTheSchema() throws IOException {
        try (InputStream schema = BatchText.class.getResourceAsStream("batch.xsd")) {
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
    void theFileOfTheGuideIsTheSchema() throws Exception {
        try (InputStream schema = BatchText.class.getResourceAsStream("batch.xsd")) {
            assertThat(Path.of("../../docs/guide/schemas/esbmt-batch.xsd")).hasBinaryContent(schema.readAllBytes());
        }
    }

    @Test
    void theExampleOfTheGuideIsRead() throws Exception {
        String page = Files.readString(Path.of("../../docs/guide/administration.md"));
        int begin = page.indexOf("<batch xmlns=");
        String example = page.substring(begin, page.indexOf("</batch>", begin) + "</batch>".length());

        Batch batch = BatchText.read(example.getBytes(UTF_8), name -> name.getBytes(UTF_8));

        assertThat(batch.steps()).hasSizeGreaterThan(4);
        assertThat(batch.steps().get(0)).isInstanceOf(CreateTenant.class);
    }

    @Test
    void aRevisionIsOfWhatIsThere() {
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
    void ofNobodyThePasswordIsSetTwice() {
        String add = "<addUser tenant='" + THERE + "' login='alice' password='a long password'/>";
        String set = "<setPassword tenant='" + THERE + "' login='alice' password='a long password'/>";
        String create = "<createTenant as='x' name='acme' displayName='Acme' login='boss' password='a long password'/>";

        assertThatThrownBy(() -> read(add + set, NONE)).hasMessageContaining("step 2", "'alice'");
        assertThatThrownBy(() ->
                        read(create + "<resetDefaultAdmin tenant='#x' login='boss' password='a long password'/>", NONE))
                .hasMessageContaining("step 2");
    }

    @Test
    void aContingentIsOfOneUserOrOfOneRole() {
        String set = "<setContingent tenant='" + THERE + "' resource='USERS' amount='1'";

        assertThatThrownBy(() -> read(set + "/>", NONE)).hasMessageStartingWith("step 1: ");
        assertThatThrownBy(() -> read(set + " user='alice' role='TENANT_USER'/>", NONE))
                .hasMessageStartingWith("step 1: ");
    }

    @Test
    void whatSomebodyWroteDoesNotWriteLinesInAMessage() {
        assertThatThrownBy(() -> read("<suspendTenant tenant='&#10;&#x9B;31mdone&#x202E;'/>", NONE))
                .isInstanceOfSatisfying(IllegalArgumentException.class, e -> assertThat(e.getMessage())
                        .doesNotContainPattern("[\\p{Cc}\\p{Cf}]"));
    }

    /** What is refused is shown on consoles and kept in the logs of scripts. */
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
    void whatNobodyCheckedYetDoesNotWriteLinesInAMessageEither() {
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

    /** An editor's declaration is still there when the text is pasted into a console. */
    @Test
    void charactersAreReadAsTheyAreWhateverEncodingTheySayTheyAreIn() throws Exception {
        for (String encoding : List.of("ISO-8859-1", "UTF-16", "UTF-8")) {
            String text = "<?xml version='1.0' encoding='" + encoding + "'?><batch xmlns='urn:esbmt:batch:1'>"
                    + "<removeUser tenant='" + THERE + "' login='J\u00fcrgen'/></batch>";

            assertThat(BatchText.read(text, NONE).steps())
                    .as(encoding)
                    .containsExactly(new RemoveUser(new Known(TenantId.of(THERE)), "J\u00fcrgen"));
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
            })
    void whatIsNoBatchIsRefused(String steps) {
        assertThatThrownBy(() -> read(steps, NONE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theLineOfAMistakeIsTold() {
        assertThatThrownBy(() -> read("\n\n<nothing/>", NONE)).hasMessageStartingWith("line 3: ");
    }

    @Test
    void nothingIsFetchedAndNoTypeOfDocumentIsTaken() {
        String attack = "<!DOCTYPE batch [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
                + "<batch xmlns='urn:esbmt:batch:1'><addUser tenant='" + THERE
                + "' login='&x;' password='another password'/></batch>";

        assertThatThrownBy(() -> BatchText.read(attack.getBytes(UTF_8), NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DOCTYPE");
    }

    @Test
    void anArchiveThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> read("<deploy tenant='" + THERE + "' archive='orders.zip'/>", NONE))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("step 1: ")
                .hasMessageContaining("orders.zip");
    }

    @Test
    void aNameIsGivenOnceAndBeforeItIsUsed() {
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
