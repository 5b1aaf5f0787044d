package org.esbmt.administration.console.internal.page;

import static org.esbmt.administration.api.OperationAdministration.MAX_LISTED;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.InstallationStatus.Status;
import org.esbmt.administration.api.OperationAdministration.LoggedView;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Json;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Routes;

/** The first page after the login. */
final class OverviewPages {
    private final Contract contract;
    private final TrafficPages traffic;

    OverviewPages(Contract contract, TrafficPages traffic) {
        this.contract = contract;
        this.traffic = traffic;
    }

    void addTo(Routes routes) {
        routes.page("", this::show);
        routes.page("changes", call -> new Json(changes(call).json()));
    }

    private RecentChanges changes(Call call) throws AdministrationException {
        List<Instant> moments =
                contract.operations().newest(call.by(), PageRequest.first(MAX_LISTED)).entries().stream()
                        .map(LoggedView::at)
                        .toList();
        return RecentChanges.of(moments, Instant.now());
    }

    /** The counter of changes, as a plot and as a table. */
    private Block plot(Call call) throws AdministrationException {
        List<List<Cell>> rows = new ArrayList<>();
        List<Block> blocks = new ArrayList<>();
        changes(call).minutes().forEach((minute, count) -> {
            if (count > 0) {
                rows.add(List.of(new Cell.Moment(minute), new Cell.Count(count)));
            }
        });
        blocks.add(new Block.Plot(
                call.text("overview.changes.plot"),
                call.link("changes"),
                List.of(call.text("overview.changes.series")),
                call.text("overview.changes.empty"),
                rows.isEmpty(),
                Optional.empty()));
        if (!rows.isEmpty()) {
            blocks.add(Parts.table(
                    call,
                    "changes-table",
                    "overview.changes.caption",
                    Parts.columns(call, "overview.changes.minute", "#overview.changes.series"),
                    rows,
                    "overview.changes.empty"));
        }
        return new Block.Section("changes", call.text("overview.changes"), blocks);
    }

    private Answer show(Call call) throws AdministrationException {
        return call.visitor().tenant().isPresent() ? ofTenant(call) : ofInstallation(call);
    }

    private Answer ofTenant(Call call) throws AdministrationException {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Paragraph(call.text("overview.tenant.words")));
        blocks.add(new Block.Links(
                call.text("overview.pages"),
                call.tenantPages(call.visitor().tenant().get())));
        if (call.visitor().sees(Part.TRAFFIC)) {
            blocks.add(Parts.orNote(() -> traffic.summary(call)));
        }
        if (call.visitor().sees(Part.CLUSTER)) {
            blocks.add(Parts.orNote(() -> plot(call)));
        }
        return new Shown(
                new View(call.text("overview.tenant", call.by().tenant().orElseThrow()), List.of(), blocks));
    }

    private Answer ofInstallation(Call call) throws AdministrationException {
        Status status = contract.status().status(call.by());
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.Facts.of(
                Parts.fact(call, "overview.version", new Cell.Data(status.version())),
                Parts.fact(
                        call,
                        "overview.registry",
                        status.registryTrouble()
                                .<Cell>map(Cell.Sentence::new)
                                .orElse(new Cell.Words(call.text("overview.answers")))),
                Parts.fact(
                        call,
                        "overview.deployer",
                        new Cell.Words(call.text(status.deployerRunning() ? "overview.runs" : "overview.stands")))));
        if (call.visitor().sees(Part.TRAFFIC)) {
            blocks.add(Parts.orNote(() -> traffic.summary(call)));
        }
        if (call.visitor().sees(Part.TENANTS) && status.registryTrouble().isEmpty()) {
            List<List<Cell>> tenants = status.tenants().entrySet().stream()
                    .map(each -> List.<Cell>of(Parts.state(each.getKey()), new Cell.Count(each.getValue())))
                    .toList();
            blocks.add(Parts.table(
                    call,
                    "tenants",
                    "overview.tenants",
                    Parts.columns(call, "tenant.state", "#overview.count"),
                    tenants,
                    "tenants.empty"));
            blocks.add(new Block.Links(
                    call.text("overview.next"),
                    List.of(new Cell.Deed(call.link("tenants"), call.text("overview.toTenants")))));
        }
        List<List<Cell>> assemblies = status.assemblies().entrySet().stream()
                .map(each -> List.<Cell>of(Parts.state(each.getKey()), new Cell.Count(each.getValue())))
                .toList();
        blocks.add(Parts.table(
                call,
                "assemblies",
                "overview.assemblies",
                Parts.columns(call, "tenant.state", "#overview.count"),
                assemblies,
                "overview.assemblies.empty"));
        if (call.visitor().sees(Part.CLUSTER)) {
            blocks.add(Parts.orNote(() -> plot(call)));
        }
        return new Shown(new View(call.text("overview.title"), List.of(), blocks));
    }
}
