package org.esbmt.registry.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InMemoryUnitOfWorkTest {
    private final List<String> content = new ArrayList<>(List.of("before"));
    private final InMemoryUnitOfWork units = new InMemoryUnitOfWork(() -> {
        List<String> then = List.copyOf(content);
        return () -> {
            content.clear();
            content.addAll(then);
        };
    });

    @Test
    void finishedWorkStaysAndFailedWorkIsUndone() throws Exception {
        units.run(transaction -> content.add("done"));
        assertThatThrownBy(() -> units.run(transaction -> {
                    content.add("failed");
                    throw new IllegalArgumentException("no");
                }))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(content).containsExactly("before", "done");
    }

    @Test
    void aThreadIsInOneUnitOfWorkAtMost() throws Exception {
        assertThat(units.current()).isEmpty();
        boolean same = units.run(transaction -> units.current().orElseThrow() == transaction);
        assertThat(same).isTrue();
        assertThat(units.current()).isEmpty();
        assertThatThrownBy(() -> units.run(outer -> units.run(inner -> true)))
                .isInstanceOf(IllegalStateException.class);
    }
}
