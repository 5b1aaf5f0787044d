package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.tenancy.api.TenantId;

/** The surroundings of the pages of one tenant: its name, and links to its other pages. */
final class TenantFrame {
    private final TenantAdministration tenants;

    TenantFrame(TenantAdministration tenants) {
        this.tenants = tenants;
    }

    /** The name of a tenant that the administrator may see. */
    String name(Call call, TenantId tenant) throws AdministrationException {
        if (call.visitor().tenant().equals(Optional.of(tenant))) {
            return call.by().tenant().orElseThrow();
        }
        return tenants.findTenant(call.by(), tenant)
                .orElseThrow(() -> Parts.notFound("There is no tenant " + tenant))
                .name();
    }

    /**
     * Shows a page of the tenant of the call.
     *
     * @param above further links of the trail, below the tenant
     */
    View view(Call call, String title, List<Cell> above, List<Block> blocks) throws AdministrationException {
        TenantId tenant = call.tenant();
        List<Cell> trail = new ArrayList<>();
        if (call.visitor().tenant().isEmpty()) {
            trail.add(new Cell.Deed(call.link("tenants"), call.text("menu.tenants")));
        }
        trail.add(new Cell.Linked(call.link("tenants", tenant.toString()), name(call, tenant)));
        trail.addAll(above);
        List<Block> all = new ArrayList<>();
        if (call.visitor().tenant().isEmpty()) {
            all.add(new Block.Links(call.text("tenant.pages"), call.tenantPages(tenant)));
        }
        all.addAll(blocks);
        return new View(title, trail, all);
    }

    View view(Call call, String title, List<Block> blocks) throws AdministrationException {
        return view(call, title, List.of(), blocks);
    }
}
