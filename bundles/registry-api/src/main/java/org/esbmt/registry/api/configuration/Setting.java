package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

/**
 * A setting of a component, never a secret.
 *
 * @param key 1 to 128 visible characters
 * @param value up to 8,192 characters
 */
public record Setting(SettingScope scope, String key, String value) {
    public Setting {
        requireNonNull(scope, "scope");
        StoredTexts.checkName("a setting's key", key, 128);
        StoredTexts.check("a setting's value", value, 0, 8_192);
    }
}
