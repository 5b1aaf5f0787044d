package org.esbmt.administration.console.internal.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.RevocationListView;
import org.esbmt.administration.api.TenantAuthorityView;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantAuthorityCommand.AddAuthority;
import org.esbmt.administration.api.command.TenantAuthorityCommand.RemoveAuthority;
import org.esbmt.administration.api.command.TenantAuthorityCommand.UploadCrl;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.Field.Option;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;

/** The part of {@link TrustPages} with the authorities of the tenant and their lists of revocations. */
final class AuthorityPart {
    private static final String CRL = "crl";
    private static final String AUTHORITY = "authority";

    private final Contract contract;

    AuthorityPart(Contract contract) {
        this.contract = contract;
    }

    Answer add(Call call) throws AdministrationException {
        Content certificate = Content.of(call.form().text("certificate").getBytes(UTF_8));
        contract.administration()
                .execute(
                        call.changing(),
                        new AddAuthority(call.tenant(), call.form().text("name").strip(), certificate));
        return Moved.done(TrustPages.address(call), "authority.added");
    }

    Answer remove(Call call) throws AdministrationException {
        contract.administration()
                .execute(
                        call.changing(),
                        new RemoveAuthority(call.tenant(), call.form().text(AUTHORITY)));
        return Moved.done(TrustPages.address(call), "authority.removed");
    }

    Answer upload(Call call) throws AdministrationException {
        String authority = call.form().text(AUTHORITY);
        Content crl = Content.of(call.file(CRL).bytes());
        contract.administration().execute(call.changing(), new UploadCrl(call.tenant(), authority, crl));
        return Moved.done(Links.with(TrustPages.address(call), CRL, authority), "crl.uploaded");
    }

    List<Block> blocks(Call call) throws AdministrationException {
        List<TenantAuthorityView> authorities = contract.keys().authorities(call.by(), call.tenant());
        List<Block> blocks = new ArrayList<>();
        blocks.add(table(call, authorities));
        Optional<String> shown = call.query().given(CRL);
        if (shown.isPresent()) {
            blocks.add(Parts.orNote(
                    () -> facts(call, contract.keys().revocationList(call.by(), call.tenant(), shown.get()))));
        }
        blocks.add(TrustPages.form(
                call,
                "add-authority",
                FormKind.PLAIN,
                TrustPages.newName(call),
                Field.area("certificate", call.text("certificates.pem")).saying(call.text("authority.pem.help"))));
        if (!authorities.isEmpty()) {
            Field authority = Field.choice(
                    AUTHORITY,
                    call.text("authority.name"),
                    authorities.stream().map(one -> Option.name(one.name())).toList());
            blocks.add(TrustPages.form(
                    call,
                    "upload-crl",
                    FormKind.UPLOAD,
                    authority,
                    Field.file(CRL, call.text("crl.file")).saying(call.text("crl.file.help"))));
            blocks.add(TrustPages.form(call, "remove-authority", FormKind.FINAL, authority));
        }
        return blocks;
    }

    private static Block table(Call call, List<TenantAuthorityView> authorities) {
        List<List<Cell>> rows = authorities.stream()
                .map(authority -> List.<Cell>of(
                        new Cell.Data(authority.name()),
                        new Cell.Data(authority.algorithm()),
                        new Cell.Data(authority.subject()),
                        new Cell.Moment(authority.notAfter()),
                        crl(call, authority),
                        warnings(call, authority),
                        new Cell.Code(authority.digest())))
                .toList();
        return Parts.table(
                call,
                "authorities",
                "authorities.caption",
                Parts.columns(
                        call,
                        "key.name",
                        "key.algorithm",
                        "key.subject",
                        "key.notAfter",
                        "crl.number",
                        "key.warning",
                        "userCertificates.digest"),
                rows,
                "authorities.empty");
    }

    private static Cell crl(Call call, TenantAuthorityView authority) {
        return authority
                .crlNumber()
                .<Cell>map(
                        number -> new Cell.Linked(Links.with(TrustPages.address(call), CRL, authority.name()), number))
                .orElse(Cell.NONE);
    }

    private static Cell warnings(Call call, TenantAuthorityView authority) {
        List<Cell> warnings = new ArrayList<>();
        if (authority.expiresSoon()) {
            warnings.add(new Cell.Words(call.text("key.expiresSoon")));
        }
        if (authority.crlOverdue()) {
            warnings.add(new Cell.Words(call.text("crl.overdue")));
        }
        return warnings.isEmpty() ? Cell.NONE : new Cell.Many(warnings);
    }

    private static Block facts(Call call, RevocationListView crl) {
        return Block.Facts.of(
                Parts.fact(call, "authority.name", new Cell.Data(crl.authority())),
                Parts.fact(call, "crl.number", new Cell.Data(crl.number())),
                Parts.fact(call, "crl.thisUpdate", new Cell.Moment(crl.thisUpdate())),
                Parts.fact(call, "crl.nextUpdate", new Cell.Moment(crl.nextUpdate())),
                Parts.fact(call, "key.warning", crl.overdue() ? new Cell.Words(call.text("crl.overdue")) : Cell.NONE),
                Parts.fact(call, "crl.entries", new Cell.Count(crl.entries())),
                Parts.fact(call, "crl.uploadedAt", new Cell.Moment(crl.uploadedAt())),
                Parts.fact(
                        call,
                        "crl.revoked",
                        crl.revoked().isEmpty()
                                ? Cell.NONE
                                : new Cell.Many(crl.revoked().stream()
                                        .map(name -> (Cell) new Cell.Data(name))
                                        .toList())));
    }
}
