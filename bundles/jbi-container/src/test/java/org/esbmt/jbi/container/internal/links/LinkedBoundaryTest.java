package org.esbmt.jbi.container.internal.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.jbi.container.internal.component.TestBus.ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.management.api.TenantLinks.Link;
import org.esbmt.management.api.TenantLinks.ToPlain;
import org.esbmt.management.api.TenantLinks.ToTenant;
import org.esbmt.testing.WatchedFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links of the administrator: permitted exchanges, and durability. */
class LinkedBoundaryTest {
    private static final Link TO_PLAIN = new ToPlain(ACME, SERVICE, "soap");
    private static final Link TO_ACME = new ToTenant("old-http", ACME, SERVICE, "soap");

    @TempDir
    Path folder;

    private LinkedBoundary boundary;

    @BeforeEach
    void open() throws Exception {
        boundary = new LinkedBoundary(folder.resolve("links/tenant-links"));
    }

    @Test
    void withoutALinkOnlyOwnEndpointsAreReachable() {
        assertThat(boundary.permits(OF_ACME, OF_ACME)).isTrue();
        assertThat(boundary.permits(Owner.PLAIN, Owner.PLAIN)).isTrue();
        assertThat(boundary.permits(OF_ACME, OF_GLOBEX)).isFalse();
        assertThat(boundary.permits(OF_ACME, Owner.PLAIN)).isFalse();
        assertThat(boundary.isLinked(OF_ACME, "c", Owner.PLAIN, SERVICE, "soap"))
                .isFalse();
        assertThat(boundary.isLinked(Owner.PLAIN, "old-http", OF_ACME, SERVICE, "soap"))
                .isFalse();
    }

    @Test
    void aLinkIsForOneTenantAndOnePlainEndpoint() throws Exception {
        assertThat(boundary.add(TO_PLAIN)).isTrue();
        assertThat(boundary.isLinked(OF_ACME, "c", Owner.PLAIN, SERVICE, "soap"))
                .isTrue();
        assertThat(boundary.isLinked(OF_GLOBEX, "c", Owner.PLAIN, SERVICE, "soap"))
                .isFalse();
        assertThat(boundary.isLinked(OF_ACME, "c", Owner.PLAIN, SERVICE, "other"))
                .isFalse();
        assertThat(boundary.isLinked(OF_ACME, "c", Owner.PLAIN, new QName("urn:x", "OrderService"), "soap"))
                .isFalse();
        assertThat(boundary.isLinked(OF_ACME, "c", OF_GLOBEX, SERVICE, "soap")).isFalse();
        assertThat(boundary.isLinked(Owner.PLAIN, "c", OF_ACME, SERVICE, "soap"))
                .isFalse();
    }

    @Test
    void aLinkIsForOneComponentAndOneEndpointOfOneTenant() throws Exception {
        assertThat(boundary.add(TO_ACME)).isTrue();
        assertThat(boundary.isLinked(Owner.PLAIN, "old-http", OF_ACME, SERVICE, "soap"))
                .isTrue();
        assertThat(boundary.isLinked(Owner.PLAIN, "old-eip", OF_ACME, SERVICE, "soap"))
                .isFalse();
        assertThat(boundary.isLinked(Owner.PLAIN, null, OF_ACME, SERVICE, "soap"))
                .isFalse();
        assertThat(boundary.isLinked(Owner.PLAIN, "old-http", OF_GLOBEX, SERVICE, "soap"))
                .isFalse();
        assertThat(boundary.isLinked(Owner.PLAIN, "old-http", OF_ACME, SERVICE, "other"))
                .isFalse();
        assertThat(boundary.isLinked(OF_GLOBEX, "old-http", OF_ACME, SERVICE, "soap"))
                .isFalse();
    }

    @Test
    void linksLastAndGo() throws Exception {
        boundary.add(TO_PLAIN);
        boundary.add(TO_ACME);
        assertThat(boundary.add(TO_ACME)).isFalse();
        open();
        assertThat(boundary.links()).containsExactlyInAnyOrder(TO_PLAIN, TO_ACME);
        assertThat(boundary.isLinked(OF_ACME, "c", Owner.PLAIN, SERVICE, "soap"))
                .isTrue();
        assertThat(boundary.remove(TO_PLAIN)).isTrue();
        assertThat(boundary.remove(TO_PLAIN)).isFalse();
        assertThat(boundary.isLinked(OF_ACME, "c", Owner.PLAIN, SERVICE, "soap"))
                .isFalse();
        open();
        assertThat(boundary.links()).containsExactly(TO_ACME);
    }

    @Test
    void anUnreadableLineIsNoLink() throws Exception {
        boundary.add(TO_PLAIN);
        Files.writeString(
                folder.resolve("links/tenant-links"),
                "to-plain\tnobody\t{urn:x}y\tz\nanything\n",
                StandardOpenOption.APPEND);
        open();
        assertThat(boundary.links()).containsExactly(TO_PLAIN);
    }

    /** Fails to force the links' folder once. A broken disk then fails every later step, too, except reading. */
    private static final class Disk implements WatchedFiles.Watcher {
        private final boolean forGood;
        private boolean broken;

        Disk(boolean forGood) {
            this.forGood = forGood;
        }

        @Override
        public void before(WatchedFiles.Step step, Path path) throws IOException {
            boolean now = step == WatchedFiles.Step.FORCE && path.endsWith("links") && !broken;
            boolean reading = step == WatchedFiles.Step.OPEN && path.endsWith("tenant-links");
            if (now || (broken && forGood && !reading)) {
                broken = true;
                throw new IOException(path + ": Input/output error");
            }
        }
    }

    private void refused(Disk disk, Change change) throws Exception {
        boundary = new LinkedBoundary(WatchedFiles.watched(folder, disk).resolve("links/tenant-links"));
        assertThatThrownBy(() -> change.of(boundary)).isInstanceOf(IOException.class);
    }

    private interface Change {
        void of(LinkedBoundary boundary) throws IOException;
    }

    private boolean isLinked() {
        return boundary.isLinked(OF_ACME, "c", Owner.PLAIN, SERVICE, "soap");
    }

    @Test
    void aFailedLinkDoesNotAppearAfterARestart() throws Exception {
        refused(new Disk(false), there -> there.add(TO_PLAIN));
        assertThat(isLinked()).isFalse();
        open();
        assertThat(isLinked()).isFalse();
        assertThat(boundary.add(TO_PLAIN)).isTrue();
    }

    @Test
    void aLinkWithAFailedRemovalStaysAfterARestart() throws Exception {
        boundary.add(TO_PLAIN);
        refused(new Disk(false), there -> there.remove(TO_PLAIN));
        assertThat(isLinked()).isTrue();
        open();
        assertThat(isLinked()).isTrue();
        assertThat(boundary.remove(TO_PLAIN)).isTrue();
    }

    @Test
    void afterADiskFailureTheLinksOfTheDiskApply() throws Exception {
        refused(new Disk(true), there -> there.add(TO_PLAIN));
        boolean before = isLinked();
        open();
        assertThat(isLinked()).isEqualTo(before);
    }

    @Test
    void wrongNamesAreRefused() {
        assertThatThrownBy(() -> new ToPlain(GLOBEX, SERVICE, "a\tb")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ToPlain(GLOBEX, SERVICE, " ")).isInstanceOf(IllegalArgumentException.class);
        for (String unwritable : List.of("a\u2028b", "a\ud83d", "a\ufffe")) {
            assertThatThrownBy(() -> new ToPlain(GLOBEX, SERVICE, unwritable))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new ToPlain(GLOBEX, new QName(unwritable, "b"), "c"))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> new ToPlain(GLOBEX, new QName("urn:a", unwritable), "c"))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> new ToPlain(GLOBEX, new QName("urn:a\nb", "c"), "d"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ToTenant("a/b", GLOBEX, SERVICE, "soap"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
