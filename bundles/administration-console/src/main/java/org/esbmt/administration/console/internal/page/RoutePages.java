package org.esbmt.administration.console.internal.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AssemblyAdministration.Archive;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Routes;

/** The files of an assembly, and its routes as pictures. */
final class RoutePages {
    private final Contract contract;
    private final TenantFrame frame;

    RoutePages(Contract contract, TenantFrame frame) {
        this.contract = contract;
        this.frame = frame;
    }

    void addTo(Routes routes) {
        routes.page("tenants/{tenant}/routes", this::show);
    }

    private Answer show(Call call) throws AdministrationException {
        String name = call.named("name");
        byte[] archive = contract.assemblies().archive(call.by(), call.tenant(), name, Archive.ORIGINAL);
        List<Block> blocks = new ArrayList<>();
        int number = 0;
        for (Map.Entry<String, byte[]> file : files(archive).entrySet()) {
            String id = "file" + ++number;
            List<Block> parts = new ArrayList<>();
            for (RouteReader.Route route : RouteReader.read(file.getValue())) {
                String label = route.id().isEmpty()
                        ? call.text("routes.label", file.getKey())
                        : call.text("routes.named", route.id(), file.getKey());
                parts.add(new Block.Route(label, id, call.text("routes.list"), route.steps()));
            }
            parts.add(new Block.Source(
                    id,
                    call.text("routes.source", file.getKey()),
                    new String(file.getValue(), UTF_8).lines().toList()));
            blocks.add(new Block.Section(id + "-section", call.text("routes.file", file.getKey()), parts));
        }
        if (blocks.isEmpty()) {
            blocks.add(new Block.Paragraph(call.text("routes.empty")));
        }
        String page = Links.with(call.link("tenants", call.segment("tenant"), "assembly"), "name", name);
        return new Shown(frame.view(
                call,
                call.text("routes.title", name),
                List.of(
                        new Cell.Deed(
                                call.link("tenants", call.segment("tenant"), "assemblies"),
                                call.text("menu.assemblies")),
                        new Cell.Linked(page, name)),
                blocks));
    }

    private static Map<String, byte[]> files(byte[] archive) throws AdministrationException {
        try {
            return ArchiveFiles.of(archive);
        } catch (IOException | IllegalArgumentException e) {
            throw Call.invalid("the archive cannot be shown: " + e.getMessage());
        }
    }
}
