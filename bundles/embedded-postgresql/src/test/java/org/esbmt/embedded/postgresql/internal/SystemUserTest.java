package org.esbmt.embedded.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The user of the server's processes. */
class SystemUserTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void eachWayToBecomeTheUserPassesTheCommandOnAsItIs() throws Exception {
        assumeTrue(Fixture.isRoot(), "only root becomes another user");
        String uid = Command.run(List.of("id", "-u", "nobody"), LIMIT).output();
        String gid = Command.run(List.of("id", "-g", "nobody"), LIMIT).output();
        List<String> words = List.of("/bin/sh", "-c", "id -u; printf '<%s>' \"$@\"", "sh", "a b", "it's", "$HOME", "");

        int working = 0;
        for (var way : SystemUser.ways("nobody", uid, gid)) {
            Command.Result result = Command.run(way.apply(words), LIMIT);
            if (result.succeeded()) {
                working++;
                assertThat(result.output()).isEqualTo(uid + "\n<a b><it's><$HOME><>");
            }
        }
        assertThat(working).isPositive();
    }

    @Test
    void rootAndUnknownUsersCannotBeTheServersUser() throws Exception {
        assumeTrue(Fixture.isRoot(), "an ordinary user's server runs as that user");
        assertThatThrownBy(() -> SystemUser.choose("root"))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("refuses to run as root");
        assertThatThrownBy(() -> SystemUser.choose("no-such-user"))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("'no-such-user' does not exist");
        assertThatThrownBy(() -> SystemUser.choose("-x; id"))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("is not the name of a user");
    }

    @Test
    void anInheritedEnvironmentDoesNotReachTheServersPrograms() throws Exception {
        Command.Result result = Command.run(List.of("env"), LIMIT);
        assertThat(result.output().lines().map(line -> line.substring(0, line.indexOf('='))))
                .containsExactlyInAnyOrder("PATH", "LC_ALL", "TZ");
    }

    @Test
    void aProgramThatHangsIsEndedAtItsLimit() {
        assertThatThrownBy(() -> Command.run(List.of("sleep", "60"), Duration.ofMillis(200)))
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("did not end");
    }

    @Test
    void aDirectoryThatIsNotOursKeepsItsMode(@TempDir Path directory) throws Exception {
        FileTrees.permit(directory, "rwxr-xr-x");
        var before = Files.getPosixFilePermissions(directory);
        ServerDirectory.open(directory, Optional.empty(), Optional.empty()).close();
        assertThat(Files.getPosixFilePermissions(directory)).isEqualTo(before);
    }
}
