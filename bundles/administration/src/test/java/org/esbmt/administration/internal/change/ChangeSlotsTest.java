package org.esbmt.administration.internal.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.internal.change.ChangeSlots.Slot;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

class ChangeSlotsTest {
    private final ChangeSlots slots = new ChangeSlots(20);

    @Test
    void oneTenantLeavesSlotsForAnother() throws Exception {
        Caller acme = caller(new TenantId(UUID.randomUUID()));
        List<Slot> taken = take(acme, ChangeSlots.OF_ONE);

        refused(acme);
        slots.take(caller(new TenantId(UUID.randomUUID()))).giveBack();
        taken.get(0).giveBack();
        slots.take(acme).giveBack();
    }

    @Test
    void allTenantsTogetherLeaveSlotsForTheInstallation() throws Exception {
        List<Slot> taken = new ArrayList<>();
        while (taken.size() < ChangeSlots.OF_ALL) {
            taken.addAll(take(caller(new TenantId(UUID.randomUUID())), ChangeSlots.OF_ONE));
        }

        refused(caller(new TenantId(UUID.randomUUID())));
        assertThat(take(caller(TenantRegistry.SYSTEM), ChangeSlots.OF_SYSTEM)).hasSize(ChangeSlots.OF_SYSTEM);
        refused(caller(TenantRegistry.SYSTEM));
        taken.get(0).giveBack();
        slots.take(caller(new TenantId(UUID.randomUUID()))).giveBack();
    }

    private List<Slot> take(Caller caller, int count) throws AdministrationException {
        List<Slot> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(slots.take(caller));
        }
        return taken;
    }

    private void refused(Caller caller) {
        assertThatThrownBy(() -> slots.take(caller))
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(AdministrationException.Reason.UNAVAILABLE));
    }

    private static Caller caller(TenantId tenant) {
        Role role = tenant.equals(TenantRegistry.SYSTEM) ? Role.SYSTEM_ADMIN : Role.TENANT_ADMIN;
        return new Caller(tenant, new UserId(UUID.randomUUID()), Set.of(role));
    }
}
