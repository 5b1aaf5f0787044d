package org.esbmt.administration.console.internal.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.UserCertificateAdministration.Filter;
import org.esbmt.administration.api.UserCertificateView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.UserCertificateCommand.RegisterUserCertificate;
import org.esbmt.administration.api.command.UserCertificateCommand.RevokeUserCertificate;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.Empty;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.Field.Option;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Routes;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserCertificateState;
import org.esbmt.tenancy.api.UserId;

/** The certificates that prove messages of a tenant's users. */
final class CertificatePages {
    private static final String PAGE = "user-certificates";

    private final Contract contract;
    private final TenantFrame frame;

    CertificatePages(Contract contract, TenantFrame frame) {
        this.contract = contract;
        this.frame = frame;
    }

    void addTo(Routes routes) {
        routes.page("tenants/{tenant}/" + PAGE, this::show);
        routes.change("tenants/{tenant}/" + PAGE + "/register", this::show, this::register);
        routes.change("tenants/{tenant}/" + PAGE + "/revoke", this::show, this::revoke);
    }

    private static String address(Call call, String... deed) {
        return deed.length == 0
                ? call.link("tenants", call.segment("tenant"), PAGE)
                : call.link("tenants", call.segment("tenant"), PAGE, deed[0]);
    }

    private Answer show(Call call) throws AdministrationException {
        Filter filter = new Filter(
                Optional.empty(),
                call.query().given("contains"),
                call.query().given("state").flatMap(CertificatePages::state));
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Search(
                address(call),
                List.of(
                        Field.search(
                                "contains",
                                call.text("userCertificates.contains"),
                                call.query().text("contains")),
                        Parts.stateFilter(call, UserCertificateState.values())),
                call.text("search.button"),
                PAGE));
        Page<UserCertificateView> page =
                contract.userCertificates().list(call.by(), call.tenant(), filter, call.page());
        blocks.add(table(call, page));
        blocks.add(Parts.change(
                call,
                "register",
                "userCertificates.register",
                address(call, "register"),
                FormKind.PLAIN,
                Field.text("user", call.text("userCertificates.user")).saying(call.text("userCertificates.user.help")),
                Field.text("name", call.text("tokens.name")).saying(call.text("tokens.name.help")),
                Field.area("certificate", call.text("certificates.pem")).saying(call.text("certificates.pem.help")),
                Field.area("request", call.text("userCertificates.request"))
                        .saying(call.text("userCertificates.request.help"))));
        revocation(call, page.entries()).ifPresent(blocks::add);
        return new Shown(frame.view(
                call,
                call.text("userCertificates.title"),
                List.of(new Cell.Deed(call.link("tenants", call.segment("tenant"), "users"), call.text("menu.users"))),
                blocks));
    }

    private static Optional<UserCertificateState> state(String name) {
        try {
            return Optional.of(UserCertificateState.of(name));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Block table(Call call, Page<UserCertificateView> page) {
        return Parts.table(
                call,
                PAGE,
                "userCertificates.caption",
                Parts.columns(
                        call,
                        "user.login",
                        "tokens.name",
                        "tokens.state",
                        "userCertificates.key",
                        "userCertificates.notBefore",
                        "userCertificates.notAfter",
                        "userCertificates.subject",
                        "userCertificates.digest"),
                page,
                certificate -> List.of(
                        new Cell.Data(certificate.login()),
                        new Cell.Data(certificate.name()),
                        Parts.state(certificate.state()),
                        new Cell.Data(certificate.key()),
                        new Cell.Moment(certificate.notBefore()),
                        new Cell.Moment(certificate.notAfter()),
                        new Cell.Data(certificate.subject()),
                        new Cell.Code(certificate.digest().toString())),
                Empty.of(call.text("userCertificates.empty")));
    }

    private static Optional<Block> revocation(Call call, List<UserCertificateView> certificates) {
        List<Option> open = certificates.stream()
                .filter(certificate -> certificate.revokedAt().isEmpty())
                .map(certificate -> new Option(
                        certificate.digest().toString(),
                        certificate.login() + ": " + certificate.name() + ", "
                                + certificate.digest().toString().substring(0, 8),
                        true,
                        false))
                .toList();
        return open.isEmpty()
                ? Optional.empty()
                : Optional.of(Parts.change(
                        call,
                        "revoke",
                        "userCertificates.revoke",
                        address(call, "revoke"),
                        FormKind.FINAL,
                        Field.choice("digest", call.text("tokens.name"), open)));
    }

    private Answer register(Call call) throws AdministrationException {
        TenantId tenant = call.tenant();
        UserId user = user(call);
        RegisterUserCertificate command = call.made(() -> new RegisterUserCertificate(
                tenant, user, call.form().text("name").strip(), pem(call, "certificate"), pem(call, "request")));
        contract.administration().execute(call.changing(), command);
        return Moved.done(address(call), "userCertificate.registered");
    }

    private static Content pem(Call call, String field) {
        return Content.of(call.form().text(field).getBytes(UTF_8));
    }

    /** By identifier, or by login for an administrator who may find users. */
    private UserId user(Call call) throws AdministrationException {
        String named = call.form().text("user").strip();
        try {
            return UserId.of(named);
        } catch (IllegalArgumentException e) {
            return contract.users()
                    .findUser(call.by(), call.tenant(), named)
                    .map(UserView::id)
                    .orElseThrow(() -> Parts.notFound("The tenant has no user of that login"));
        }
    }

    private Answer revoke(Call call) throws AdministrationException {
        CertificateDigest digest =
                call.made(() -> CertificateDigest.of(call.form().text("digest")));
        contract.administration().execute(call.changing(), new RevokeUserCertificate(call.tenant(), digest));
        return Moved.done(address(call), "userCertificate.revoked");
    }
}
