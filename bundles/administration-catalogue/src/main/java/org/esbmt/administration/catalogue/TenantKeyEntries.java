package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.TENANTS;
import static org.esbmt.administration.catalogue.Result.all;
import static org.esbmt.administration.catalogue.Result.nothing;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Result.text;
import static org.esbmt.administration.catalogue.Words.FILE_PASSWORD;
import static org.esbmt.administration.catalogue.Words.FORMER_UNTIL;
import static org.esbmt.administration.catalogue.Words.KEY_ALGORITHM;
import static org.esbmt.administration.catalogue.Words.KEY_CERTIFICATES;
import static org.esbmt.administration.catalogue.Words.KEY_DAYS;
import static org.esbmt.administration.catalogue.Words.KEY_NAME;
import static org.esbmt.administration.catalogue.Words.KEY_PURPOSE;
import static org.esbmt.administration.catalogue.Words.OPTIONAL_FILE_PASSWORD;
import static org.esbmt.administration.catalogue.Words.PEM_FILE;
import static org.esbmt.administration.catalogue.Words.PKCS12_FILE;
import static org.esbmt.administration.catalogue.Words.REQUEST_SUBJECT;
import static org.esbmt.administration.catalogue.Words.SECRET_HOST;
import static org.esbmt.administration.catalogue.Words.SECRET_KIND;
import static org.esbmt.administration.catalogue.Words.SECRET_NAME;
import static org.esbmt.administration.catalogue.Words.SECRET_PORT;
import static org.esbmt.administration.catalogue.Words.SECRET_USER;
import static org.esbmt.administration.catalogue.Words.SECRET_VALUE;
import static org.esbmt.administration.catalogue.Words.SUBJECT;
import static org.esbmt.administration.catalogue.Words.TENANT;

import java.util.List;
import java.util.OptionalInt;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.command.TenantKeyCommand.CertifyKey;
import org.esbmt.administration.api.command.TenantKeyCommand.GenerateKey;
import org.esbmt.administration.api.command.TenantKeyCommand.ImportPem;
import org.esbmt.administration.api.command.TenantKeyCommand.ImportPkcs12;
import org.esbmt.administration.api.command.TenantKeyCommand.MakeKeyFormer;
import org.esbmt.administration.api.command.TenantKeyCommand.RemoveSecret;
import org.esbmt.administration.api.command.TenantKeyCommand.RevokeKey;
import org.esbmt.administration.api.command.TenantKeyCommand.SetSecret;
import org.esbmt.tenancy.api.Destination;
import org.esbmt.tenancy.api.SecretUse;

/** Private keys and secrets of tenants. No entry returns a private key or the value of a secret. */
final class TenantKeyEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.makes(
                            TENANTS,
                            "generateKey",
                            "Generates a private key of the tenant, with a certificate that signs itself.",
                            TENANT,
                            KEY_NAME,
                            KEY_PURPOSE,
                            KEY_ALGORITHM,
                            SUBJECT,
                            KEY_DAYS)
                    .executes(
                            one(TenantKeyShapes.TENANT_KEY),
                            GenerateKey.class,
                            with -> new GenerateKey(
                                    with.get(TENANT),
                                    with.get(KEY_NAME),
                                    with.get(KEY_PURPOSE),
                                    with.get(KEY_ALGORITHM),
                                    with.get(SUBJECT),
                                    days(with))),
            Entry.makes(
                            TENANTS,
                            "importPkcs12",
                            "Imports a private key of the tenant with its certificates from a file of PKCS#12.",
                            TENANT,
                            KEY_NAME,
                            KEY_PURPOSE,
                            PKCS12_FILE,
                            FILE_PASSWORD)
                    .executes(
                            one(TenantKeyShapes.TENANT_KEY),
                            ImportPkcs12.class,
                            with -> new ImportPkcs12(
                                    with.get(TENANT),
                                    with.get(KEY_NAME),
                                    with.get(KEY_PURPOSE),
                                    with.get(PKCS12_FILE),
                                    with.get(FILE_PASSWORD))),
            Entry.makes(
                            TENANTS,
                            "importPem",
                            "Imports a private key of the tenant with its certificates from a file of PEM.",
                            TENANT,
                            KEY_NAME,
                            KEY_PURPOSE,
                            PEM_FILE,
                            OPTIONAL_FILE_PASSWORD)
                    .executes(
                            one(TenantKeyShapes.TENANT_KEY),
                            ImportPem.class,
                            with -> new ImportPem(
                                    with.get(TENANT),
                                    with.get(KEY_NAME),
                                    with.get(KEY_PURPOSE),
                                    with.get(PEM_FILE),
                                    with.get(OPTIONAL_FILE_PASSWORD))),
            Entry.reads(TENANTS, "listKeys", "The tenant's private keys by name, without the keys.", TENANT)
                    .asks(
                            all(TenantKeyShapes.TENANT_KEY),
                            TenantKeyAdministration.class,
                            (keys, by, with) -> keys.keys(by, with.get(TENANT))),
            Entry.reads(TENANTS, "showKey", "One private key of the tenant, without the key.", TENANT, KEY_NAME)
                    .asks(
                            one(TenantKeyShapes.TENANT_KEY),
                            TenantKeyAdministration.class,
                            (keys, by, with) -> keys.key(by, with.get(TENANT), with.get(KEY_NAME))),
            Entry.reads(
                            TENANTS,
                            "keyRequest",
                            "A request for a certificate of the key (PKCS#10), in PEM.",
                            TENANT,
                            KEY_NAME,
                            REQUEST_SUBJECT)
                    .asks(
                            text(request -> request),
                            TenantKeyAdministration.class,
                            (keys, by, with) ->
                                    keys.request(by, with.get(TENANT), with.get(KEY_NAME), with.get(REQUEST_SUBJECT))),
            Entry.makes(
                            TENANTS,
                            "certifyKey",
                            "Gives the key the certificate that an authority signed, with its chain.",
                            TENANT,
                            KEY_NAME,
                            KEY_CERTIFICATES)
                    .executes(
                            one(TenantKeyShapes.TENANT_KEY),
                            CertifyKey.class,
                            with -> new CertifyKey(with.get(TENANT), with.get(KEY_NAME), with.get(KEY_CERTIFICATES))),
            Entry.makes(
                            TENANTS,
                            "makeKeyFormer",
                            "Makes the key a former one: it decrypts until a moment, and is used for nothing new.",
                            TENANT,
                            KEY_NAME,
                            FORMER_UNTIL)
                    .executes(
                            one(TenantKeyShapes.TENANT_KEY),
                            MakeKeyFormer.class,
                            with -> new MakeKeyFormer(with.get(TENANT), with.get(KEY_NAME), with.get(FORMER_UNTIL))),
            Entry.makes(TENANTS, "revokeKey", "Revokes the key for good, and forgets it.", TENANT, KEY_NAME)
                    .executes(nothing(), RevokeKey.class, with -> new RevokeKey(with.get(TENANT), with.get(KEY_NAME))),
            Entry.makes(
                            TENANTS,
                            "setSecret",
                            "Adds a secret of the tenant, or replaces the one of that name.",
                            TENANT,
                            SECRET_NAME,
                            SECRET_KIND,
                            SECRET_USER,
                            SECRET_HOST,
                            SECRET_PORT,
                            SECRET_VALUE)
                    .executes(
                            one(TenantKeyShapes.TENANT_SECRET),
                            SetSecret.class,
                            with -> new SetSecret(
                                    with.get(TENANT), with.get(SECRET_NAME), use(with), with.get(SECRET_VALUE))),
            Entry.reads(TENANTS, "listSecrets", "The tenant's secrets by name, without their values.", TENANT)
                    .asks(
                            all(TenantKeyShapes.TENANT_SECRET),
                            TenantKeyAdministration.class,
                            (keys, by, with) -> keys.secrets(by, with.get(TENANT))),
            Entry.makes(TENANTS, "removeSecret", "Removes a secret of the tenant.", TENANT, SECRET_NAME)
                    .executes(
                            nothing(),
                            RemoveSecret.class,
                            with -> new RemoveSecret(with.get(TENANT), with.get(SECRET_NAME))));

    private TenantKeyEntries() {}

    private static SecretUse use(Arguments with) {
        return new SecretUse(
                with.get(SECRET_KIND),
                with.get(SECRET_USER),
                Destination.of(with.get(SECRET_HOST), with.get(SECRET_PORT)));
    }

    private static OptionalInt days(Arguments with) {
        return with.get(KEY_DAYS).map(OptionalInt::of).orElse(OptionalInt.empty());
    }
}
