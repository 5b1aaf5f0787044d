package org.esbmt.suite.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.esbmt.load.Message;
import org.esbmt.load.Pinned;
import org.esbmt.suite.result.RunDescription;
import org.esbmt.suite.targets.Comparators;
import org.esbmt.suite.targets.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttacksTest {
    @TempDir
    private java.nio.file.Path folder;

    @Test
    void everyMessageThatReachesTheBackEndHasPassed() throws Exception {
        Message.Sender sender = new Message.Sender("/e0", "t", "u", "a-password-of-the-benchmark");
        try (Pinned.BackEnd backEnd = new Pinned.BackEnd();
                Target open = Comparators.start(
                        "backend", new Comparators.Site(backEnd.address(), folder, folder, folder, 1))) {
            List<RunDescription.Attack> attacks =
                    new Attacks(open, List.of(sender, sender), backEnd.address()).run("test", "before");
            assertThat(attacks)
                    .hasSizeGreaterThan(10)
                    .allSatisfy(attack -> assertThat(attack.refused()).isFalse())
                    .allSatisfy(attack -> assertThat(attack.answer()).endsWith("it reached the back end"));
        }
    }
}
