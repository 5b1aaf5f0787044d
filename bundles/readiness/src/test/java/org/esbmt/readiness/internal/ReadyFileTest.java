package org.esbmt.readiness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.jbi.component.Component;
import org.esbmt.jbi.container.api.Draining;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadyFileTest {
    @TempDir
    Path data;

    private Path file;
    private ReadyFile ready;

    @BeforeEach
    void create() {
        file = data.resolve("ready");
        ready = new ReadyFile(file);
    }

    @Test
    void isAbsentBeforeTheHttpBindingComponentIsStarted() {
        ready.installed(new Installed("another"));
        assertThat(file).doesNotExist();
    }

    @Test
    void namesTheProcess() {
        ready.installed(new Installed("http-bc"));
        assertThat(file).content().startsWith(ProcessHandle.current().pid() + " ready after ");
        assertThat(data).isDirectoryNotContaining(path -> !path.equals(file));
    }

    @Test
    void isDeletedWithTheHttpBindingComponent() {
        ready.installed(new Installed("http-bc"));
        ready.uninstalling(new Installed("another"));
        assertThat(file).exists();
        ready.uninstalling(new Installed("http-bc"));
        assertThat(file).doesNotExist();
    }

    @Test
    void isDeletedWithARequiredService() {
        ready.installed(new Installed("http-bc"));
        ready.stop();
        assertThat(file).doesNotExist();
    }

    @Test
    void isAbsentWhileTheNodeDrainsAndAfterAStopOfADrainedNode() {
        Draining draining = new Draining() {};
        ready.installed(new Installed("http-bc"));
        ready.setDraining(draining);
        assertThat(file).doesNotExist();
        ready.unsetDraining(draining);
        assertThat(file).exists();

        ready.setDraining(draining);
        ready.stop();
        ready.unsetDraining(draining);
        assertThat(file).doesNotExist();
    }

    private record Installed(String name) implements InstalledComponent {
        @Override
        public Type type() {
            return Type.BINDING_COMPONENT;
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public State state() {
            return State.STARTED;
        }

        @Override
        public Component component() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public void shutDown() {}
    }
}
