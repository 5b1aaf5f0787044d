package org.esbmt.tenant.keys.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.RevokedSerials;
import org.esbmt.registry.api.TenantAuthorities;
import org.esbmt.registry.testing.ContactsContract;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.esbmt.registry.testing.TenantAuthoritiesContract;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;

class OverdueListsTest {
    private static final Instant UPDATE = Instant.parse("2026-11-26T10:00:00Z");

    @Test
    void aQueryThatFailsStopsNothing() {
        AtomicLong asked = new AtomicLong();
        TenantAuthorities failing = (TenantAuthorities) Proxy.newProxyInstance(
                TenantAuthorities.class.getClassLoader(),
                new Class<?>[] {TenantAuthorities.class},
                (self, call, values) -> {
                    asked.incrementAndGet();
                    throw new RegistryException.Unavailable("permission denied", null);
                });
        AtomicLong nanos = new AtomicLong();
        OverdueLists lists = new OverdueLists(failing, () -> UPDATE, nanos::get);
        assertThatCode(lists::look).doesNotThrowAnyException();
        assertThatCode(lists::look).doesNotThrowAnyException();
        assertThat(asked).as("once a minute").hasValue(1);
        assertThat(lists.notes()).isEmpty();
    }

    @Test
    void aLateListIsANoteUntilTheNextOneIsThere() throws Exception {
        InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
        TenantId acme = ContactsContract.create(registry, "acme");
        AtomicReference<Instant> now = new AtomicReference<>(UPDATE.plusSeconds(60));
        AtomicLong nanos = new AtomicLong();
        OverdueLists lists = new OverdueLists(registry.authorities(), now::get, nanos::get);
        registry.authorities().add(TenantAuthoritiesContract.authority(acme, "root"));
        RevokedSerials none = RevokedSerials.of(List.of());
        registry.authorities().put(TenantAuthoritiesContract.list(acme, "root", 1, UPDATE), none);
        lists.look();
        assertThat(lists.notes()).isEmpty();

        now.set(UPDATE.plusSeconds(61));
        lists.look();
        assertThat(lists.notes()).as("asked in the last minute").isEmpty();
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
        lists.look();
        assertThat(lists.notes()).singleElement().asString().contains("overdue", acme.toString());

        registry.authorities().put(TenantAuthoritiesContract.list(acme, "root", 2, UPDATE.plusSeconds(30)), none);
        nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
        lists.look();
        assertThat(lists.notes()).isEmpty();
    }
}
