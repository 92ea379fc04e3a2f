<?php
// Installs WordPress and publishes each paste as each role. Prints {"<role>/<paste>": "<page id>"}.
// Usage: php setup-wordpress.php FOLDER SITE_URL < {"origin": "…", "pastes": {"name": "content"}}

list( , $folder, $url ) = $argv;
$input = json_decode( stream_get_contents( STDIN ), true );
$_SERVER['HTTP_HOST'] = parse_url( $url, PHP_URL_HOST ) . ':' . parse_url( $url, PHP_URL_PORT );
define( 'WP_INSTALLING', true );
require "$folder/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';

// No mail leaves the test.
add_filter( 'pre_wp_mail', '__return_true' );

wp_install( 'Parish', 'administrator', 'administrator@example.org', false, '', 'password' );
update_option( 'siteurl', $url );
update_option( 'home', $url );
switch_theme( 'twentytwentythree' );
foreach ( array( 'editor', 'author', 'contributor' ) as $role ) {
	wp_insert_user( array( 'user_login' => $role, 'user_pass' => 'password', 'role' => $role ) );
}
$failure = activate_plugin( 'svichka/svichka.php' );
if ( is_wp_error( $failure ) ) {
	exit( $failure->get_error_message() );
}
update_option( 'svichka_origin', $input['origin'] );

$pages = array();
foreach ( array( 'administrator', 'editor', 'author', 'contributor' ) as $role ) {
	// Filters what the role may not post, as the editor's save does.
	wp_set_current_user( get_user_by( 'login', $role )->ID );
	kses_init();
	foreach ( $input['pastes'] as $name => $content ) {
		$pages[ "$role/$name" ] = wp_insert_post(
			wp_slash( array( 'post_title' => $name, 'post_content' => $content, 'post_status' => 'draft' ) )
		);
	}
}
wp_set_current_user( 1 );
foreach ( $pages as $id ) {
	wp_publish_post( $id );
}
echo json_encode( $pages );
