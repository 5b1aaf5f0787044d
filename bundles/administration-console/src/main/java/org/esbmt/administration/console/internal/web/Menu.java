package org.esbmt.administration.console.internal.web;

import java.util.ArrayList;
import java.util.List;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.console.internal.text.Texts;
import org.esbmt.administration.console.internal.view.Cell.Deed;

/** Selects the pages of the menu: those of the parts that the administrator sees. */
public final class Menu {

    List<Deed> of(Visitor visitor, Links links, Texts texts) {
        List<Deed> menu = new ArrayList<>();
        menu.add(new Deed(links.to(), texts.of("menu.overview")));
        if (visitor.tenant().isPresent()) {
            String tenant = visitor.tenant().get().toString();
            ofTenant(visitor, tenant, links, texts).forEach(menu::add);
        } else {
            ofInstallation(visitor, links, texts).forEach(menu::add);
        }
        return menu;
    }

    /** The pages of one tenant. */
    public static List<Deed> ofTenant(Visitor visitor, String tenant, Links links, Texts texts) {
        List<Deed> pages = new ArrayList<>();
        if (visitor.sees(Part.TENANTS)) {
            pages.add(new Deed(links.to("tenants", tenant), texts.of("menu.tenant")));
            pages.add(new Deed(links.to("tenants", tenant, "assemblies"), texts.of("menu.assemblies")));
        }
        add(pages, visitor, Part.SERVICES, links.to("tenants", tenant, "endpoints"), texts.of("menu.endpoints"));
        add(pages, visitor, Part.SERVICES, links.to("tenants", tenant, "services"), texts.of("menu.services"));
        add(pages, visitor, Part.TRAFFIC, links.to("tenants", tenant, "traffic"), texts.of("menu.traffic"));
        add(pages, visitor, Part.USERS, links.to("tenants", tenant, "users"), texts.of("menu.users"));
        if (visitor.sees(Part.USERS)) {
            pages.add(new Deed(links.to("tenants", tenant, "keys"), texts.of("menu.keys")));
            pages.add(new Deed(links.to("tenants", tenant, "trust"), texts.of("menu.trust")));
        }
        add(pages, visitor, Part.QUOTAS, links.to("tenants", tenant, "quotas"), texts.of("menu.quotas"));
        add(pages, visitor, Part.AUDIT, links.to("tenants", tenant, "audit"), texts.of("menu.audit"));
        if (visitor.tenant().isPresent()) {
            add(pages, visitor, Part.CLUSTER, links.to("operations"), texts.of("menu.operations"));
            add(pages, visitor, Part.BATCHES, links.to("batch"), texts.of("menu.batch"));
        }
        return pages;
    }

    private static List<Deed> ofInstallation(Visitor visitor, Links links, Texts texts) {
        List<Deed> pages = new ArrayList<>();
        add(pages, visitor, Part.TENANTS, links.to("tenants"), texts.of("menu.tenants"));
        add(pages, visitor, Part.TRAFFIC, links.to("traffic"), texts.of("menu.traffic"));
        add(pages, visitor, Part.SYSTEM_USERS, links.to("system-users"), texts.of("menu.systemUsers"));
        add(pages, visitor, Part.COMPONENTS, links.to("components"), texts.of("menu.components"));
        add(pages, visitor, Part.LINKS, links.to("links"), texts.of("menu.links"));
        add(pages, visitor, Part.CLUSTER, links.to("nodes"), texts.of("menu.nodes"));
        add(pages, visitor, Part.CLUSTER, links.to("operations"), texts.of("menu.operations"));
        add(pages, visitor, Part.TRANSACTIONS, links.to("transactions"), texts.of("menu.transactions"));
        add(pages, visitor, Part.AUDIT, links.to("audit"), texts.of("menu.audit"));
        add(pages, visitor, Part.BATCHES, links.to("batch"), texts.of("menu.batch"));
        return pages;
    }

    private static void add(List<Deed> pages, Visitor visitor, Part part, String address, String words) {
        if (visitor.sees(part)) {
            pages.add(new Deed(address, words));
        }
    }
}
