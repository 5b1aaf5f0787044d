package org.esbmt.suite.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoundOrderTest {
    private static final List<Planned> WINDOWS =
            Profile.compare().stages().get(0).windows();

    private static Planned counterpart(List<Planned> round, int index) {
        Planned old = round.get(index);
        return round.stream()
                .filter(w -> w.cell().target().equals("esbmt")
                        && w.cell().scenario().equals(old.cell().scenario())
                        && w.cell().message().equals(old.cell().message())
                        && w.cell().sizeBytes() == old.cell().sizeBytes()
                        && w.cell().connections() == old.cell().connections())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void buildsTakeTurnsOneAfterTheOther() {
        RoundOrder order = new RoundOrder();
        for (int round = 1; round <= 4; round++) {
            List<Planned> windows = order.next(WINDOWS, round);
            assertThat(windows).containsExactlyInAnyOrderElementsOf(WINDOWS);
            for (int i = 0; i < windows.size(); i++) {
                if (windows.get(i).cell().target().equals("esbmt-old")) {
                    assertThat(windows.indexOf(counterpart(windows, i))).isEqualTo(round % 2 == 1 ? i + 1 : i - 1);
                }
            }
        }
    }

    @Test
    void roundsHaveDifferentOrdersAndRunsTheSameOnes() {
        RoundOrder order = new RoundOrder();
        List<Planned> first = order.next(WINDOWS, 1);
        assertThat(order.next(WINDOWS, 3)).isNotEqualTo(first);
        assertThat(new RoundOrder().next(WINDOWS, 1)).isEqualTo(first);
    }
}
