package org.esbmt.administration.shell.internal.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The tests run the checks one by one. */
class ShellPortMonitorTest {
    private boolean wanted = true;
    private boolean open;
    private boolean commands = true;
    private int opened;
    private Optional<String> taken = Optional.empty();
    private final ShellPortMonitor monitor = new ShellPortMonitor(
            new ShellPortMonitor.Port() {
                @Override
                public boolean isWanted() {
                    return wanted;
                }

                @Override
                public boolean isOpen() {
                    return open;
                }

                @Override
                public Optional<String> taken() {
                    return taken;
                }

                @Override
                public void open() {
                    opened++;
                }
            },
            () -> commands);

    @AfterEach
    void close() {
        monitor.close();
    }

    @Test
    void anOpenShellHasNoProblem() {
        open = true;
        looks(10);
        assertThat(monitor.problems()).isEmpty();
        assertThat(opened).isZero();
    }

    @Test
    void aDisabledShellHasNoProblem() {
        wanted = false;
        looks(10);
        assertThat(monitor.problems()).isEmpty();
        assertThat(opened).isZero();
    }

    @Test
    void aTakenPortIsReportedAndOpenedOnceItIsFree() {
        taken = Optional.of("127.0.0.1:8101");
        assertThat(monitor.problems()).containsExactly("The SSH port of the shell is not open yet.");
        looks(10);
        assertThat(monitor.problems()).singleElement().asString().startsWith("Somebody else listens at 127.0.0.1:8101");
        assertThat(opened).isZero();

        taken = Optional.empty();
        looks(1);
        assertThat(opened).isOne();
        open = true;
        looks(1);
        assertThat(monitor.problems()).isEmpty();
    }

    @Test
    void aClosedFreePortIsOpenedPeriodically() {
        looks(2);
        assertThat(opened).isZero();
        looks(1);
        assertThat(opened).isOne();
        looks(10);
        assertThat(opened).isOne();
        looks(10);
        assertThat(opened).isEqualTo(2);
    }

    @Test
    void aShellWithoutTheCommandsOfTheBusIsAProblem() {
        open = true;
        commands = false;
        assertThat(monitor.problems()).containsExactly("The commands esbmt:... are not there.");
    }

    private void looks(int count) {
        for (int i = 0; i < count; i++) {
            monitor.look();
        }
    }
}
