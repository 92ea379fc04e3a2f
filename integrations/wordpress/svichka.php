<?php
/**
 * Plugin Name:       Svichka: order a candle
 * Description:       Puts your parish's Svichka candle form on a page, as a block or a shortcode.
 * Version:           0.3.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       svichka
 * Domain Path:       /languages
 */

defined( 'ABSPATH' ) || exit;

const SVICHKA_OPTION = 'svichka_origin';

add_action( 'init', 'svichka_init' );
add_action( 'admin_menu', 'svichka_add_settings_page' );
add_action( 'admin_init', 'svichka_register_setting' );
add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), 'svichka_add_settings_link' );

function svichka_init() {
	load_plugin_textdomain( 'svichka', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
	add_shortcode( 'svichka', 'svichka_render' );
	// Here and not at the first form: a builder that caches the form's HTML asks for the script by its handle alone.
	wp_register_script( 'svichka-embed', get_option( SVICHKA_OPTION, '' ) . '/embed.js', array(), null, true );
	wp_register_script( 'svichka-block', false, array( 'wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element', 'wp-server-side-render' ), null, true );
	wp_add_inline_script( 'svichka-block', svichka_block_script() );
	register_block_type(
		'svichka/candle',
		array(
			'api_version'           => 2,
			'title'                 => __( 'Candle', 'svichka' ),
			'description'           => __( 'The form for ordering a candle.', 'svichka' ),
			'category'              => 'widgets',
			'icon'                  => 'heart',
			'attributes'            => array(
				'language' => array(
					'type' => 'string',
					'enum' => array_keys( svichka_languages() ),
				),
				'theme'    => array(
					'type'    => 'string',
					'enum'    => array_keys( svichka_themes() ),
					'default' => 'light',
				),
			),
			'supports'              => array( 'html' => false ),
			'editor_script_handles' => array( 'svichka-block' ),
			'render_callback'       => 'svichka_render',
		)
	);
}

/** Codes the form knows, with their names in their own language. */
function svichka_languages() {
	return array(
		'uk' => 'Українська',
		'ru' => 'Русский',
		'en' => 'English',
	);
}

function svichka_themes() {
	return array(
		'light' => __( 'Light', 'svichka' ),
		'dark'  => __( 'Dark', 'svichka' ),
	);
}

/** The page's language where the form speaks it, otherwise Ukrainian. */
function svichka_default_language() {
	$code = substr( get_locale(), 0, 2 );
	return isset( svichka_languages()[ $code ] ) ? $code : 'uk';
}

/** What was meant: sites turn the quotes around an attribute into curly ones, and the form's switcher says UA. */
function svichka_word( $typed ) {
	$word = preg_replace( '/[^a-z]+/', '', strtolower( html_entity_decode( (string) $typed ) ) );
	return 'ua' === $word ? 'uk' : $word;
}

/**
 * The form as HTML, for the block and the shortcode alike. Its style attribute may be blocked by a strict
 * content security policy; the embed script sets the styles that matter.
 *
 * @param array|string $attributes `language` (uk, ru, en) and `theme` (light, dark).
 */
function svichka_render( $attributes ) {
	$origin = get_option( SVICHKA_OPTION, '' );
	if ( '' === $origin ) {
		$note = __( 'Set the address of the candle form in Settings → Candle form.', 'svichka' );
		return current_user_can( 'edit_posts' ) ? '<p>' . esc_html( $note ) . '</p>' : '';
	}
	$attributes = shortcode_atts(
		array(
			'language' => svichka_default_language(),
			'theme'    => 'light',
		),
		$attributes
	);
	$language   = svichka_word( $attributes['language'] );
	$language   = isset( svichka_languages()[ $language ] ) ? $language : svichka_default_language();
	$theme      = svichka_word( $attributes['theme'] );
	$theme      = isset( svichka_themes()[ $theme ] ) ? $theme : 'light';
	$query      = array( 'lang' => $language, 'theme' => $theme );
	$titles     = array(
		'uk' => 'Запалити свічку в храмі',
		'ru' => 'Зажечь свечу в храме',
		'en' => 'Light a candle in church',
	);
	wp_enqueue_script( 'svichka-embed' );
	// The page that receives the answer is there already, and prints no scripts any more.
	$script = wp_doing_ajax() ? wp_get_script_tag( array( 'src' => $origin . '/embed.js', 'async' => true ) ) : '';
	return sprintf(
		'<svichka-candle origin="%s"><iframe src="%s" title="%s" width="100%%" height="920" frameborder="0" style="margin:16px 0" allow="payment"></iframe></svichka-candle>%s',
		esc_attr( $origin ),
		esc_url( $origin . '/?' . http_build_query( $query ) ),
		esc_attr( $titles[ $language ] ),
		$script
	);
}

/** The block in the editor: two settings and the form as visitors see it. */
function svichka_block_script() {
	$options = function ( $labels ) {
		return array_map(
			function ( $value, $label ) {
				return compact( 'value', 'label' );
			},
			array_keys( $labels ),
			$labels
		);
	};
	$texts   = wp_json_encode(
		array(
			'settings'  => __( 'Candle form', 'svichka' ),
			'language'  => __( 'Language', 'svichka' ),
			'theme'     => __( 'Colours', 'svichka' ),
			'fallback'  => svichka_default_language(),
			'languages' => $options( svichka_languages() ),
			'themes'    => $options( svichka_themes() ),
		)
	);
	return <<<JS
( ( wp, texts ) => {
	const el = wp.element.createElement;
	const select = ( props, name, options, value ) =>
		el( wp.components.SelectControl, {
			label: texts[ name ],
			options,
			value,
			onChange: chosen => props.setAttributes( { [ name ]: chosen } ),
		} );
	const Edit = props =>
		el( 'div', wp.blockEditor.useBlockProps(),
			el( wp.blockEditor.InspectorControls, null,
				el( wp.components.PanelBody, { title: texts.settings },
					select( props, 'language', texts.languages, props.attributes.language ?? texts.fallback ),
					select( props, 'theme', texts.themes, props.attributes.theme ) ) ),
			el( wp.components.Disabled, null,
				el( wp.serverSideRender, { block: 'svichka/candle', attributes: props.attributes } ) ) );
	wp.blocks.registerBlockType( 'svichka/candle', { edit: Edit, save: () => null } );
} )( window.wp, $texts );
JS;
}

function svichka_add_settings_page() {
	add_options_page( __( 'Candle form', 'svichka' ), __( 'Candle form', 'svichka' ), 'manage_options', 'svichka', 'svichka_print_settings_page' );
}

function svichka_add_settings_link( $links ) {
	$link = sprintf( '<a href="%s">%s</a>', esc_url( admin_url( 'options-general.php?page=svichka' ) ), esc_html__( 'Settings', 'svichka' ) );
	return array_merge( array( $link ), $links );
}

function svichka_register_setting() {
	register_setting(
		'svichka',
		SVICHKA_OPTION,
		array(
			'type'              => 'string',
			'default'           => '',
			'sanitize_callback' => 'svichka_sanitize_origin',
		)
	);
}

/** Keeps scheme, host and port of what was typed; an invalid address keeps the old one. */
function svichka_sanitize_origin( $value ) {
	$value = trim( (string) $value );
	if ( '' === $value ) {
		return '';
	}
	$parts = wp_parse_url( preg_match( '#^https?://#i', $value ) ? $value : 'https://' . $value );
	if ( empty( $parts['host'] ) ) {
		add_settings_error( SVICHKA_OPTION, 'invalid', __( 'This is not an address. It looks like https://candle.example.org.', 'svichka' ) );
		return get_option( SVICHKA_OPTION, '' );
	}
	$host   = $parts['host'] . ( isset( $parts['port'] ) ? ':' . $parts['port'] : '' );
	$origin = esc_url_raw( $parts['scheme'] . '://' . $host );
	// The first save sanitizes twice.
	if ( get_settings_errors( SVICHKA_OPTION ) ) {
		return $origin;
	}
	// A page that is served by https shows no frame that is not.
	$is_mixed = 'https' === wp_parse_url( home_url(), PHP_URL_SCHEME ) && 0 === strpos( $origin, 'http:' );
	if ( $is_mixed && svichka_answers( esc_url_raw( 'https://' . $host ) ) ) {
		return esc_url_raw( 'https://' . $host );
	}
	if ( ! svichka_answers( $origin ) ) {
		/* translators: %s: an address. */
		add_settings_error( SVICHKA_OPTION, 'silent', sprintf( __( 'Saved, but no candle form answers at %s. Check the address and that the form is running.', 'svichka' ), $origin ) );
	} elseif ( $is_mixed ) {
		add_settings_error( SVICHKA_OPTION, 'mixed', __( 'Saved, but browsers will not show the form: your site is served by https, and the form must be, too.', 'svichka' ) );
	}
	return $origin;
}

/** Whether a Svichka server answers at this origin. */
function svichka_answers( $origin ) {
	// By default WordPress asks at the ports 80, 443 and 8080 alone.
	$allow_port = function ( $ports ) use ( $origin ) {
		return array_merge( $ports, array( wp_parse_url( $origin, PHP_URL_PORT ) ) );
	};
	add_filter( 'http_allowed_safe_ports', $allow_port );
	$response = wp_safe_remote_get( $origin . '/api/stripe-config', array( 'timeout' => 5 ) );
	remove_filter( 'http_allowed_safe_ports', $allow_port );
	$config   = is_wp_error( $response ) ? null : json_decode( wp_remote_retrieve_body( $response ), true );
	return is_array( $config ) && array_key_exists( 'configured', $config );
}

function svichka_print_settings_page() {
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Candle form', 'svichka' ); ?></h1>
		<form action="options.php" method="post">
			<?php settings_fields( 'svichka' ); ?>
			<p><label for="svichka-origin"><?php esc_html_e( 'Address of your form', 'svichka' ); ?></label></p>
			<p><input id="svichka-origin" class="regular-text" type="url" name="<?php echo esc_attr( SVICHKA_OPTION ); ?>" value="<?php echo esc_attr( get_option( SVICHKA_OPTION, '' ) ); ?>" placeholder="https://candle.example.org"></p>
			<p class="description"><?php esc_html_e( 'Then add the block “Candle” to a page, or the shortcode:', 'svichka' ); ?> <code>[svichka language="uk" theme="light"]</code></p>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}
