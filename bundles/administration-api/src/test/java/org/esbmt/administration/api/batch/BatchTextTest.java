package org.esbmt.administration.api.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.batch.Batch.AddUser;
import org.esbmt.administration.api.batch.Batch.AssignRole;
import org.esbmt.administration.api.batch.Batch.ChangeTenant;
import org.esbmt.administration.api.batch.Batch.CreateTenant;
import org.esbmt.administration.api.batch.Batch.Deploy;
import org.esbmt.administration.api.batch.Batch.Known;
import org.esbmt.administration.api.batch.Batch.MadeBefore;
import org.esbmt.administration.api.batch.Batch.RemoveUser;
import org.esbmt.administration.api.batch.Batch.RevokeRole;
import org.esbmt.administration.api.batch.Batch.SetQuota;
import org.esbmt.administration.api.batch.Batch.Undeploy;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchTextTest {
    private static final String THERE = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6";
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
