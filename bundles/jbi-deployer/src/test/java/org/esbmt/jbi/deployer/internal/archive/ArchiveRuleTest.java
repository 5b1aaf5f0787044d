package org.esbmt.jbi.deployer.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchiveRuleTest {
    @Test
    void everyRuleIsInTheGuideAndNoOther() throws Exception {
        List<String> listed = Files.readString(Path.of("../../docs/guide/rules.md"))
                .lines()
                .filter(line -> line.matches("\\| `(archive|jbi|xml)\\..*"))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .toList();

        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(Stream.of(ArchiveRule.values())
                        .map(ArchiveRule::toString)
                        .toList());
    }
}
