package org.esbmt.jbi.deployer.internal.installer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.deployer.internal.assembly.Archives;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager.Initial;
import org.esbmt.jbi.deployer.internal.assembly.TestNode;
import org.esbmt.testing.WatchedFiles;
import org.esbmt.testing.WatchedFiles.Step;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The content that a record names reaches the disk before the record: files, and the names of files and folders. */
class DurabilityTest {
    @TempDir
    Path folder;

    private final List<Done> done = Collections.synchronizedList(new ArrayList<>());
    private TestNode node;

    private record Done(Step step, Path path) {}

    @BeforeEach
    void start() throws Exception {
        node = new TestNode(WatchedFiles.watched(folder, (step, path) -> {
            if (step == Step.FORCE || step == Step.MOVE_TO || !Files.exists(path)) {
                done.add(new Done(step, path));
            }
        }));
    }

    @AfterEach
    void stop() throws Exception {
        node.close();
    }

    /** @param lost the folder that is created again at the next start */
    private void assertDurable(String lost) {
        int record = 0;
        while (done.get(record).step() != Step.MOVE_TO) {
            record++;
        }
        List<Done> before = done.subList(0, record);
        List<Path> made = before.stream()
                .filter(each -> each.step() == Step.MAKE_FOLDER || each.step() == Step.OPEN)
                .map(Done::path)
                .filter(path -> path.toString().contains("/content/")
                        && !path.toString().contains(lost))
                .toList();
        assertThat(made).hasSizeGreaterThan(2);
        for (Path path : made) {
            int at = before.indexOf(before.stream()
                    .filter(each -> each.path().equals(path))
                    .findFirst()
                    .orElseThrow());
            List<Done> after = before.subList(at, before.size());
            assertThat(after).contains(new Done(Step.FORCE, path), new Done(Step.FORCE, path.getParent()));
        }
    }

    @Test
    void foldersAreThereBeforeTheRecordThatNeedsThem() throws Exception {
        node.component("http-bc");
        node.open();
        assertDurableStart();
        node.assemblies()
                .deploy(
                        Owner.PLAIN,
                        Archives.assembly("orders").unit("in", "http-bc", "<beans/>").stream(),
                        Initial.STARTED,
                        Optional.empty());
        assertDurable("/units");
    }

    @Test
    void installedPartsAreDurableToo() throws Exception {
        node.open();
        assertDurableStart();
        node.installers().install(TestInstallers.stream(TestInstallers.library("hello")));
        assertDurable("/units");
    }

    /** The folders of the deployer itself. */
    private void assertDurableStart() {
        for (String name : List.of("assemblies", "assemblies/installed")) {
            Path each = folder.resolve(name);
            assertThat(done).contains(new Done(Step.FORCE, each), new Done(Step.FORCE, each.getParent()));
        }
        done.clear();
    }
}
