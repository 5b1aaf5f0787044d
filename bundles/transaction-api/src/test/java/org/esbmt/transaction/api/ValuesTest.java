package org.esbmt.transaction.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.esbmt.transaction.api.RecoveryState.Phase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "-a", "Tenants", "a b", "a/b", "a\nb", "ä"})
    void namesOfResourcesAreSafeInFilesAndBranches(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ResourceName(name))
                .withMessageContaining("'" + name + "'");
    }

    @Test
    void namesOfResourcesFitIntoABranch() {
        assertThat(new ResourceName("a".repeat(48)).value()).hasSize(48);
        assertThatIllegalArgumentException().isThrownBy(() -> new ResourceName("a".repeat(49)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "a_b", "../a/b", "a b"})
    void transactionIdsAreSafeInFilesAndBranches(String id) {
        assertThatIllegalArgumentException().isThrownBy(() -> new TransactionId(id));
    }

    @Test
    void transactionIdsFitIntoABranch() {
        assertThat(new TransactionId("a".repeat(64)).value()).hasSize(64);
        assertThatIllegalArgumentException().isThrownBy(() -> new TransactionId("a".repeat(65)));
    }

    @Test
    void outcomesNameTheirTransaction() {
        TransactionId id = new TransactionId("node.1");
        assertThat(new RolledBackException(id, "the disk is full", null))
                .hasMessage("Transaction node.1 is rolled back: the disk is full")
                .returns(id, RolledBackException::transaction);
        assertThat(new InDoubtException(id, "the broker is away", null))
                .hasMessage("Transaction node.1 is in doubt: the broker is away")
                .returns(id, InDoubtException::transaction);
    }

    @Test
    void recoveryReportsMissingResourcesOnlyWhileGated() {
        List<ResourceName> broker = List.of(new ResourceName("broker"));
        assertThat(new RecoveryState(Phase.GATED, broker, Optional.empty(), List.of()).missing())
                .isEqualTo(broker);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RecoveryState(Phase.GATED, List.of(), Optional.empty(), List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RecoveryState(Phase.DONE, broker, Optional.empty(), List.of()));
    }
}
