package org.esbmt.jbi.container.internal.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.jbi.container.internal.component.TestBus.ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_ACME;
import static org.esbmt.jbi.container.internal.component.TestBus.OF_GLOBEX;
import static org.esbmt.jbi.container.internal.component.TestBus.SERVICE;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.management.api.TenantLinks.Link;
import org.esbmt.management.api.TenantLinks.ToPlain;
import org.esbmt.management.api.TenantLinks.ToTenant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Links of the administrator: what they let in, and that they last. */
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
    void withoutALinkEverybodyReachesTheirOwnOnly() {
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
    void whatCannotBeReadIsNoLink() throws Exception {
        boundary.add(TO_PLAIN);
        Files.writeString(
                folder.resolve("links/tenant-links"),
                "to-plain\tnobody\t{urn:x}y\tz\nanything\n",
                StandardOpenOption.APPEND);
        open();
        assertThat(boundary.links()).containsExactly(TO_PLAIN);
    }

    @Test
    void wrongNamesAreRefused() {
        assertThatThrownBy(() -> new ToPlain(GLOBEX, SERVICE, "a\tb")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ToPlain(GLOBEX, SERVICE, " ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ToPlain(GLOBEX, new QName("urn:a\nb", "c"), "d"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ToTenant("a/b", GLOBEX, SERVICE, "soap"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
