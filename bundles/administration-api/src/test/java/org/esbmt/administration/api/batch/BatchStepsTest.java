package org.esbmt.administration.api.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import org.esbmt.administration.api.batch.BatchSteps.Values;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.ContactCommand.RemoveContact;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.Test;

/** Steps from another syntax become the text that each reader knows. */
class BatchStepsTest {
    private final BatchSteps steps = new BatchSteps();

    @Test
    void stepsAndTheirQuotasAreReadBack() throws IOException {
        Values create = steps.add("createTenant");
        create.put("as", "acme");
        create.put("name", "acme");
        create.put("displayName", "Acme & \"Sons\"");
        create.put("login", "boss");
        create.put("password", "a long <password>");
        Values quota = create.quota();
        quota.put("resource", "USERS");
        quota.put("hard", "7");
        Values remove = steps.add("removeContact");
        remove.put("tenant", "#acme");
        remove.put("name", "a\nb");
        remove.put("revision", "3");

        Batch batch = BatchText.read(steps.text(), name -> new byte[0]);

        assertThat(batch.steps()).hasSize(2);
        CreateTenant created = (CreateTenant) batch.steps().get(0).command();
        assertThat(created.displayName()).isEqualTo("Acme & \"Sons\"");
        assertThat(created.password().characters()).containsExactly("a long <password>".toCharArray());
        assertThat(created.quotas()).containsOnlyKeys(Resource.USERS).containsValue(7L);
        RemoveContact removed = (RemoveContact) batch.steps().get(1).command();
        assertThat(removed.name()).isEqualTo("a\nb");
        assertThat(batch.steps().get(1).expectedRevision()).hasValue(3);
    }

    @Test
    void onlyKnownValuesArePutAndEachOnce() {
        assertThatIllegalArgumentException().isThrownBy(() -> steps.add("formatDisk"));
        Values suspend = steps.add("suspendTenant");
        suspend.put("tenant", "#acme");

        assertThatIllegalArgumentException().isThrownBy(() -> suspend.put("tenant", "#other"));
        assertThatIllegalArgumentException().isThrownBy(() -> suspend.put("x='' y", "1"));
        assertThatIllegalArgumentException().isThrownBy(suspend::quota);
        assertThat(steps.add("lockUser").missing()).containsExactly("tenant", "login");
    }
}
